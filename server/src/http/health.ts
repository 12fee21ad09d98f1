import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../base/telemetry/metrics.js'
import { apiError } from './errors.js'

/** The routes that machines ask every second. */
export const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Dependencies of the health routes. */
export interface HealthContext {
  metrics: Metrics
  /** Bearer token of `/metrics`; without one the route doesn't exist. */
  metricsToken: string | undefined
  /** Why stamps or files would be refused now; empty when the service is ready. */
  readinessProblems(): Promise<string[]>
  /** Further problems for the operator, though stamps and files are accepted. */
  warnings(): Promise<string[]>
}

/** `/healthz` (the process runs), `/readyz` (stamps and files are accepted), `/metrics` (never without a token). */
export async function healthRoutes(
  app: FastifyInstance,
  { metrics, metricsToken, readinessProblems, warnings }: HealthContext,
): Promise<void> {
  app.route({
    method: 'GET',
    url: '/healthz',
    schema: { hide: true },
    handler: async () => ({ status: 200, message: 'The process runs' }),
  })
  app.route({
    method: 'GET',
    url: '/readyz',
    schema: { hide: true },
    handler: async (_request, reply) => {
      const reasons = await readinessProblems()
      if (reasons.length === 0) return { status: 200, message: ['Ready to stamp', ...(await warnings())].join('; ') }
      return reply
        .code(503)
        .headers({ 'retry-after': '1', 'error-code': 'unavailable' })
        .send({ status: 503, message: reasons.join('; ') })
    },
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (metricsToken === undefined) throw apiError('not_found')
      const given = Buffer.from(request.headers.authorization ?? '')
      const right = Buffer.from(`Bearer ${metricsToken}`)
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw apiError('token_invalid')
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    },
  })
}
