import { randomBytes } from 'node:crypto'
import { exportOtsTimestamp, pendingTimestamp } from '@tallystick/proof'
import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { apiError, type ErrorCode, invalid } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { batchState } from '../../ledger/batch-state.js'
import { sha256 } from '../../ledger/entry.js'
import { proofOf } from '../../ledger/proofs/proof.js'
import { stampType } from '../../stamps/details/fields.js'
import { proofSubject, type StampsRoom } from '../../stamps/room.js'
import { publicStamp } from '../public-stamp.js'
import type { RecordHash } from '../record.js'

const tags = ['Protocols']
const binary = {
  content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
}
/** Of the reference calendar. */
const digestBytesMax = 64
const nonceBytes = 16

/** Dependencies of the calendar's routes. */
export interface CalendarContext {
  stamps: StampsRoom
  record: RecordHash
  /** Sets the session of callers, or refuses them. */
  onRequest: onRequestHookHandler | onRequestAsyncHookHandler
}

/** `POST /digest`, `GET /timestamp/{commitment}`: an OpenTimestamps calendar (docs/interface.md §12.2). */
export async function calendarRoutes(
  app: FastifyInstance,
  { stamps, record, onRequest }: CalendarContext,
): Promise<void> {
  // Clients name no type, or that of a form, and mean the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))

  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: '/digest',
    onRequest,
    bodyLimit: digestBytesMax,
    validatorCompiler: () => () => true,
    schema: {
      tags,
      operationId: 'submitDigest',
      takesSpace: true,
      errors: [
        'calendar_off',
        'anonymous_account_missing',
        'user_not_found',
        'too_large',
        'stamp_quota',
        'address_share',
        'queue_full',
      ],
      summary: 'Submit a digest to the OpenTimestamps calendar',
      description:
        `1 to ${digestBytesMax} bytes, of any Content-Type. The answer is an OpenTimestamps timestamp: a nonce, SHA-256, and the promise of ` +
        'this calendar to attest the result (the commitment), which is stamped. No login where the operator opens the calendar to ' +
        'everyone; otherwise a bearer token, or a client ID and secret key as user and password.',
      security: [{ bearer: [] }, { basic: [] }, {}],
      consumes: ['application/octet-stream'],
      body: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      response: { 200: binary },
    },
    handler: async (request, reply) => {
      const digest = request.body
      if (digest === undefined || digest.length === 0) throw invalid('body', `expected 1 to ${digestBytesMax} bytes`)
      const url = calendarUrl(stamps.publicUrl ?? originOf(request))
      // The nonce keeps the digest to those who have it: the stamp is public.
      const nonce = randomBytes(nonceBytes)
      const hash = Buffer.from(sha256(Buffer.concat([digest, nonce])))
      await record({ session: request.session, ip: request.ip, hash, type: 'calendar' })
      return reply.type('application/octet-stream').send(Buffer.from(pendingTimestamp(nonce, url)))
    },
  })

  app.route<{ Params: { commitment: string } }>({
    method: 'GET',
    url: '/timestamp/:commitment',
    schema: {
      tags,
      operationId: 'getTimestamp',
      answerHeaders: ['Cache-Control'],
      errors: ['invalid'],
      plainErrors: ['timestamp_not_found', 'timestamp_pending'],
      summary: 'Upgrade a timestamp of the OpenTimestamps calendar',
      description:
        'The steps from the commitment to its attestation, once that is final; until then 404, with the reason in plain text. Remains when ' +
        'the calendar is switched off.',
      security: [],
      params: Type.Object({ commitment: Type.String({ description: 'Hex.' }) }),
      response: { 200: binary },
    },
    handler: async (request, reply) => {
      const { commitment } = request.params
      if (!/^([0-9a-f]{2}){1,64}$/i.test(commitment)) throw invalid('commitment', 'expected hex')
      const found = commitment.length === 64 ? await publicStamp(stamps.database, Buffer.from(commitment, 'hex')) : null
      const words = (code: ErrorCode) => {
        const error = apiError(code, { network: stamps.network.name })
        // Clients print the body, as plain text.
        const headers = { 'error-code': error.code, 'cache-control': 'public, max-age=60' }
        return reply.code(error.status).headers(headers).type('text/plain; charset=utf-8').send(error.message)
      }
      if (found === null || found.type !== stampType.calendar) return words('timestamp_not_found')
      // Not before: clients keep the first attestation they get, and a reorg could move it.
      if (found.state !== batchState.final) return words('timestamp_pending')
      const proof = await proofOf(stamps.database, stamps.network, proofSubject(found), { withDetails: false })
      reply.header('cache-control', 'public, max-age=3600').type('application/octet-stream')
      return reply.send(Buffer.from(exportOtsTimestamp(proof)))
    },
  })
}

/**
 * Returns the address that a promise names. Clients resolve `timestamp/…` against it, which would replace the last part of a path
 * without a slash.
 *
 * @throws {ApiError} 400 for an address of IPv6, which OpenTimestamps doesn't allow: no client could keep the promise
 */
export function calendarUrl(base: string): string {
  const { hostname, pathname } = new URL(base)
  if (hostname.startsWith('['))
    throw invalid('Host', 'expected a name or an IPv4 address, for clients of OpenTimestamps')
  return pathname === '/' ? base : `${base}/`
}
