import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Outcome, type SecurityEvent, securityEvents } from '../../base/telemetry/security-events.js'

/** The subject of a request, as far as its route knows it beside its session. */
interface Actor {
  accountId?: string | undefined
  clientId?: string | undefined
  /** The account that an operator changes. */
  subjectId?: string
  /** The first of two factors was right. */
  isHalf?: boolean
  /** It was a person who is logged in already. */
  isPresent?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the security log. */
    actor?: Actor
  }
}

/** The session of a request that needs one: of a client, or of a person in the portal. */
type WithSession = FastifyRequest & { session?: { accountId: string; clientId: string } }
type IsPerson = (session: { clientId: string }) => boolean

const refusals = new Set([401, 403, 404])
const programLengthMax = 200
/** The form of a client ID. Anything else in its place may be a secret that was mistaken for it. */
const clientForm = /^cl_[0-9a-f]{24}$/

/**
 * Writes a line of the security log for each answer of the routes in {@link securityEvents}; other routes pay nothing. A line holds who and from
 * where, no secret, and nothing that was sent.
 *
 * @param isPerson says whether a person in the portal is behind a session
 */
export function logSecurity(app: FastifyInstance, logger: Pick<Logger, 'info' | 'warn'>, isPerson: IsPerson): void {
  app.addHook('onRoute', (route) => {
    const name = `${route.method} ${route.url}`
    const events = securityEvents.filter(({ routes }) => routes.includes(name))
    if (events.length === 0) return
    const write = async (request: FastifyRequest, reply: FastifyReply) => {
      const outcome = outcomeOf(request, reply)
      const event = events.find((one) => one.outcome === outcome)
      if (!event) return
      const level = isRefused(event) ? 'warn' : 'info'
      logger[level](lineOf(event, request, reply, isPerson), 'security')
    }
    route.onResponse = [...[route.onResponse ?? []].flat(), write]
  })
}

function outcomeOf(request: FastifyRequest, reply: FastifyReply): Outcome | null {
  const { statusCode: status } = reply
  if (status === 429) return 'limited'
  if (status < 400) return request.actor?.isHalf ? 'half' : request.actor?.isPresent ? 'present' : 'done'
  if (reply.getHeader('error-code') === 'second_factor_required') return 'closed'
  // Programs that speak the protocols of others are asked for their login first.
  const isAsked = reply.hasHeader('www-authenticate') && request.actor === undefined
  if (isAsked || reply.getHeader('error-code') === 'step_up_required') return null
  return refusals.has(status) || reply.getHeader('error-code') === 'passkey_refused' ? 'refused' : null
}

function isRefused({ outcome }: SecurityEvent): boolean {
  return outcome === 'refused' || outcome === 'closed' || outcome === 'limited'
}

/** The address comes first: what a client wrote itself, its program's name, must not be taken for it. */
function lineOf(event: SecurityEvent, request: WithSession, reply: FastifyReply, isPerson: IsPerson) {
  const { session, actor, params } = request
  // The portal's own routes know no tokens; who was refused there has proven nothing.
  const isPortal = request.routeOptions.url?.startsWith('/portal/') === true
  const isByPerson = session === undefined ? isPortal && !isRefused(event) : isPerson(session)
  const by = session?.accountId ?? actor?.accountId
  const named = actor?.clientId ?? (params as { clientId?: string } | undefined)?.clientId
  const client = named ?? (isByPerson ? undefined : session?.clientId)
  return {
    security: event.code,
    address: request.ip,
    account: actor?.subjectId ?? by,
    client: client !== undefined && clientForm.test(client) ? client : undefined,
    person: isByPerson ? by : undefined,
    program: request.headers['user-agent']?.slice(0, programLengthMax),
    requestId: request.id,
    reason: reply.getHeader('error-code'),
  }
}
