import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tracing } from '../../base/telemetry/tracing.js'
import { probes } from '../health.js'

/** Records a span for each answered request, but not for probes, which come every second. Never an address, which may name documents. */
export class RequestTraces {
  private readonly tracing: Tracing
  private readonly batches = new WeakMap<FastifyRequest, Set<string>>()

  constructor(tracing: Tracing) {
    this.tracing = tracing
  }

  /** Collects the batches of each request's entries while its handler runs. */
  follow(app: FastifyInstance): void {
    // Not earlier: the events of an arriving body don't belong to what an earlier hook began.
    app.addHook('preHandler', (request, _reply, done) => {
      const batches = new Set<string>()
      this.batches.set(request, batches)
      this.tracing.collect(batches, done)
    })
  }

  /** Records a request, named and attributed by OpenTelemetry's conventions for HTTP servers. */
  answered(request: FastifyRequest, reply: FastifyReply, ms: number): void {
    const { method } = request
    const route = request.routeOptions.url
    if (route !== undefined && probes.has(route)) return
    const status = reply.statusCode
    const hasFailed = status >= 500
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': status,
      'url.scheme': request.protocol,
      'tallystick.request.id': request.id,
      ...(route !== undefined && { 'http.route': route }),
      ...(hasFailed && { 'error.type': String(reply.getHeader('error-code') ?? status) }),
    }
    const name = route === undefined ? method : `${method} ${route}`
    this.tracing.recordRequest(
      { name, ms, attributes, hasFailed },
      request.headers,
      this.batches.get(request) ?? new Set(),
    )
  }
}
