import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import type { Logger } from 'pino'
import { agentsOf } from '../outgoing/agents.js'
import type { Proxies } from '../outgoing/proxies.js'
import type { Telemetry } from '../settings/telemetry.js'
import { version } from '../version.js'

// Loaded only when a receiver is set, by the modules of both signals.

/** Time for any delivery, and for the last one when the service stops. */
export const deliveryMs = 5000

/** The receiver, and the proxies through which it is reached. */
export type Receiver = Telemetry & { proxies?: Proxies | undefined }

/** Returns what spans and metrics say of this process. */
export function resourceOf({ serviceName, attributes }: Telemetry): Resource {
  return defaultResource().merge(
    resourceFromAttributes({ 'service.version': version, ...attributes, 'service.name': serviceName }),
  )
}

/** Returns the address and the headers of a signal's deliveries. */
export function deliveryOf({ endpoint, headers, proxies }: Receiver, signal: 'traces' | 'metrics') {
  const agents = agentsOf(proxies, {})
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/${signal}`,
    headers,
    timeoutMillis: deliveryMs,
    httpAgentOptions: (protocol: string) => (protocol === 'https:' ? agents.https : agents.http),
  }
}

/** Wraps the export of a signal: logs when deliveries begin to fail, once. The library is silent about it. */
export function reporting<Items>(
  deliver: (items: Items, done: (result: ExportResult) => void) => void,
  signal: 'traces' | 'metrics',
  logger: Logger,
): typeof deliver {
  let isFailing = false
  return (items, done) =>
    deliver(items, (result) => {
      const hasFailed = result.code === ExportResultCode.FAILED
      if (hasFailed && !isFailing) logger.warn({ err: result.error, signal }, 'telemetry does not reach its receiver')
      isFailing = hasFailed
      done(result)
    })
}
