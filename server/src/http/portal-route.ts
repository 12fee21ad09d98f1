import type { FastifySchema } from 'fastify'

/** A route of the portal's own API, without its handler. docs/portal-api.json describes it, not the public description. */
export interface PortalRoute {
  method: 'GET' | 'POST'
  /** Below `/portal/api/`. */
  url: string
  schema: FastifySchema & { hide: true; operationId: string; summary: string }
}
