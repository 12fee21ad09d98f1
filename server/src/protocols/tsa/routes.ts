import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../base/database/db.js'
import { createdAt, uuidOf } from '../../base/ids.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { insertToken, type TokenRow, tokenBySerial } from '../../certificates/tokens.js'
import { envelope } from '../../http/answers/envelope.js'
import { apiError, invalid } from '../../http/errors.js'
import { sha256 } from '../../ledger/entry.js'
import { txidOf } from '../../stamps/present.js'
import type { StampsRoom } from '../../stamps/room.js'
import type { StampRow } from '../../stamps/sql.js'
import { publicStamp } from '../public-stamp.js'
import type { RecordHash } from '../record.js'
import { type Authority, validityProblem } from './authority.js'
import { type Refusal, readRequest, type TimestampRequest } from './request.js'
import { granted, rejected } from './response.js'
import { signToken, type TokenTerms } from './token.js'

const tags = ['Protocols']
const binary = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
const requestType = 'application/timestamp-query'
const responseType = 'application/timestamp-reply'
const requestBytesMax = 8192

/** Dependencies of the authority's routes. */
export interface TsaContext {
  stamps: StampsRoom
  record: RecordHash
  /** Not set: this service isn't a timestamping authority. */
  authority: Authority | undefined
  terms: TokenTerms
  clock: TrustedClock
  /** Sets the session of callers, or refuses them. */
  onRequest: onRequestHookHandler | onRequestAsyncHookHandler
}

/** `POST /tsa`, `GET /tsa/certificates`, `GET /tsa/tokens/{serialNumber}`: a timestamping authority (docs/interface.md §12.1). */
export async function tsaRoutes(
  app: FastifyInstance,
  { stamps, record, authority, terms, clock, onRequest }: TsaContext,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(requestType, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))

  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: '/tsa',
    onRequest,
    bodyLimit: requestBytesMax,
    validatorCompiler: () => () => true,
    schema: {
      tags,
      operationId: 'timestamp',
      takesSpace: true,
      errors: [
        'tsa_off',
        'anonymous_account_missing',
        'user_not_found',
        'unsupported_type',
        'too_large',
        'stamp_quota',
        'address_share',
        'storage_quota',
        'queue_full',
      ],
      summary: 'Timestamp a digest (RFC 3161)',
      description:
        'A TimeStampReq for SHA-256, SHA-384 or SHA-512; the answer is a TimeStampResp, also when it refuses the request. The digest is ' +
        'stamped as well, publicly; if it had been, the SHA-256 of the answer is. No login where the operator opens the authority to everyone; otherwise a bearer token, or a client ' +
        'ID and secret key as user and password.',
      security: [{ bearer: [] }, { basic: [] }, {}],
      consumes: [requestType],
      body: binary,
      response: { 200: { content: { [responseType]: { schema: binary } } } },
    },
    handler: async (request, reply) => {
      if (authority === undefined) throw apiError('tsa_off')
      const asked = readRequest(request.body ?? Buffer.of(), terms.policy)
      const response =
        'failure' in asked
          ? rejected(asked)
          : await timestamp({ stamps, record, authority, terms, clock }, request, asked)
      return reply.type(responseType).send(response)
    },
  })

  app.route({
    method: 'GET',
    url: '/tsa/certificates',
    schema: {
      tags,
      operationId: 'getTsaCertificates',
      errors: ['tsa_off'],
      summary: 'Get the certificates of the timestamping authority',
      description: 'PEM: its own, and those of its issuers that the operator set.',
      security: [],
      response: { 200: { content: { 'application/pem-certificate-chain': { schema: Type.String() } } } },
    },
    handler: async (_request, reply) => {
      if (authority === undefined) throw apiError('tsa_off')
      return reply.type('application/pem-certificate-chain').send(authority.pem)
    },
  })

  app.route<{ Params: { serialNumber: string } }>({
    method: 'GET',
    url: '/tsa/tokens/:serialNumber',
    schema: {
      tags,
      operationId: 'findTimestampToken',
      errors: ['invalid', 'token_not_found'],
      summary: 'Find the stamp of a timestamp token',
      description: 'Outlives the certificate of the token: the stamp has a proof of its own.',
      security: [],
      params: Type.Object({
        serialNumber: Type.String({ description: 'Hex, as `openssl ts -reply -text` prints it.' }),
      }),
      response: { 200: envelope(tokenSchema) },
    },
    handler: async (request) => {
      const serial = serialOf(request.params.serialNumber)
      const token = serial && (await tokenBySerial(stamps.database, serial))
      const stamp = token && (await stampOfToken(stamps.database, token))
      if (!stamp) throw apiError('token_not_found')
      const { code } = stamp
      const data = {
        hash: token.hash.toString('hex'),
        time: createdAt(serial),
        code,
        txid: txidOf(stamp),
        proofUrl: `/s/${code}/proof`,
      }
      return { status: 200, message: 'Timestamp token fetched successfully', data }
    },
  })
}

const tokenSchema = Type.Object(
  {
    hash: Type.String({ description: 'The digest in the token.' }),
    time: Type.String({ format: 'date-time', description: 'The time in the token.' }),
    code: Type.String({
      description:
        'Of the stamp: of the digest, or of the SHA-256 of the response if the digest had been stamped before.',
    }),
    txid: Type.String(),
    proofUrl: Type.String({ description: 'Of the proof of the stamp; `?format=tsr` gives the token, in a ZIP.' }),
  },
  { title: 'TimestampToken' },
)

/**
 * Signs a token, and records both digest and token before anyone gets it (I1). The stamp's details name the token, so that the
 * chain also shows when the token was made, for as long as signatures like its own are believed. A stamp that the digest had before
 * can't name it: then the response is stamped, by its SHA-256.
 */
async function timestamp(
  { stamps, record, authority, terms, clock }: Omit<TsaContext, 'onRequest' | 'authority'> & { authority: Authority },
  { session, ip }: Pick<FastifyRequest, 'session' | 'ip'>,
  request: TimestampRequest,
): Promise<Buffer> {
  const reason = validityProblem(authority, Date.now())
  if (reason !== null) return rejected({ failure: 'timeNotAvailable', reason })
  const doubtful: Refusal = {
    failure: 'timeNotAvailable',
    reason: "This authority's clock is in doubt. Try again later.",
  }
  if (clock.doubts().length > 0) return rejected(doubtful)
  const { serial, content } = await signToken(authority, terms, request)
  const response = granted(content)
  const { hash } = request
  const digest = Buffer.from(sha256(response))
  const timestampToken = {
    serialNumber: serial.replaceAll('-', ''),
    time: createdAt(serial),
    sha256: digest.toString('hex'),
    hash: hash.toString('hex'),
  }
  const stamp = {
    session,
    ip,
    type: 'timestamp',
    metadata: { metadata: { timestampToken } },
    bytes: response.length,
  } as const
  const isNew = await record({ ...stamp, hash })
  if (!isNew) await record({ ...stamp, hash: digest })
  await insertToken(stamps.database, session.accountId, { serial, hash, response })
  return response
}

/** Returns the stamp that names a token; for tokens of versions that made none for a digest stamped before, the digest's. */
async function stampOfToken(db: Queryable, { hash, response }: TokenRow): Promise<StampRow | null> {
  return (await publicStamp(db, Buffer.from(sha256(response)))) ?? publicStamp(db, hash)
}

/** Reads a serial number of ours; null for others. */
function serialOf(text: string): string | null {
  const hex = /^(?:0x)?([0-9a-f]{1,32})$/i.exec(text)?.[1]?.padStart(32, '0')
  if (hex === undefined) throw invalid('serialNumber', 'expected hex digits, at most 32')
  return uuidOf(Buffer.from(hex, 'hex'))
}
