import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isServerError, type Queryable, type Statement, type Tx } from '../base/database/db.js'
import { isLapsed } from '../base/database/leases.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { ApiError, apiError, type ErrorCode } from './errors.js'

/** The right to run a request under its key; fulfilled in the transaction of its effect. */
export interface IdempotencyClaim {
  accountId: string
  key: string
  owner: string
}

/** How an answer is recognised and stored, where that differs from JSON. */
export interface Form {
  /** Of the request, for a body that isn't parsed at once. */
  fingerprint?: Buffer
  /** Decodes a body that is stored in another form than it was sent. */
  open?: (body: string) => string | Readable | Promise<string | Readable>
}

/** A stored answer, sent again when the request is repeated. */
export interface KeptAnswer {
  status: number
  body: string
  /** The id of what the answer is about, if that can be purged ({@link eraseAnswers}). */
  subjectId?: string
}

type Begun = { kind: 'run'; claim: IdempotencyClaim } | ({ kind: 'replay' } & KeptAnswer)

interface KeyRow {
  fingerprint: Buffer
  owner: string
  status: number | null
  body: string | null
}

/** A claim that wasn't fulfilled, because its process died, may be taken over after this time. */
const leaseMs = 30_000

const begin = `
INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, owner, lease_until)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')
ON CONFLICT (account_id, key) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
 WHERE k.status IS NULL AND ${isLapsed('k.lease_until', '$5')} AND k.fingerprint = excluded.fingerprint`
const read = 'SELECT fingerprint, owner, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2'
const fulfil = `
SELECT fulfil_claims($1::uuid[], $2::text[], $3::uuid[], $4::smallint[], $5::text[], $6::uuid[])`
const release = 'DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND owner = $3 AND status IS NULL'
const erase = `
UPDATE idempotency_keys SET status = $2, body = $3, fingerprint = '', subject_id = NULL WHERE subject_id = ANY($1::uuid[])`
const purge = "DELETE FROM idempotency_keys WHERE created_at < $1::timestamptz - interval '24 hours'"

/**
 * Returns the statement that stores the answers of requests. It runs in the transaction of their effects, so that neither is
 * committed without the other, and fails when a claim was taken over.
 */
export function fulfilClaims(kept: readonly (KeptAnswer & { claim: IdempotencyClaim })[]): Statement {
  return {
    text: fulfil,
    values: [
      kept.map(({ claim }) => claim.accountId),
      kept.map(({ claim }) => claim.key),
      kept.map(({ claim }) => claim.owner),
      kept.map(({ status }) => status),
      kept.map(({ body }) => body),
      kept.map(({ subjectId }) => subjectId ?? null),
    ],
  }
}

/** Returns whether a transaction failed because a claim in it was taken over. */
export function isClaimTaken(error: unknown): boolean {
  return isServerError(error) && error.code === 'TS002'
}

/**
 * Purges stored answers and the fingerprints of their requests. The keys stay taken: repeating the request gets the error `instead`
 * and doesn't create the thing again.
 */
export async function eraseAnswers(tx: Tx, subjectIds: readonly string[], instead: ErrorCode): Promise<void> {
  const { code, status, message } = apiError(instead)
  await tx.execute(erase, [subjectIds, status, JSON.stringify({ code, message })])
}

/** Removes keys that expired: those older than 24 hours. */
export function purgeIdempotencyKeys(db: Queryable, now: TrustedTime): Promise<number> {
  return db.execute(purge, [now])
}

/**
 * Answers a request that may have an `Idempotency-Key`. With a key, the first answer is stored and sent again for every repetition
 * with the same body.
 *
 * With `keep` = `'with-effect'`, `run` passes the claim to the code that commits the effect ({@link fulfilClaims}). With
 * `'afterwards'` the answer is stored once `run` has returned, which suits effects that are safe to repeat. A refusal (4xx) is
 * stored too; a temporary failure releases the key.
 *
 * @throws {ApiError} 400 for a malformed key; 422 for another request with the same key; 409 while the first one is running
 */
export function idempotently<Answer extends { status: number } | Readable>(
  db: Queryable,
  request: FastifyRequest & { session: { accountId: string } },
  reply: FastifyReply,
  keep: 'with-effect' | 'afterwards',
  run: (claim: IdempotencyClaim | undefined) => Promise<Answer>,
  form: Form = {},
): Promise<Answer | FastifyReply> {
  const key = request.headers['idempotency-key']
  // No extra promise: every stamp comes through here.
  return key === undefined ? run(undefined) : keyed(db, request, reply, keep, run, form, key)
}

async function keyed<Answer extends { status: number } | Readable>(
  db: Queryable,
  request: FastifyRequest & { session: { accountId: string } },
  reply: FastifyReply,
  keep: 'with-effect' | 'afterwards',
  run: (claim: IdempotencyClaim | undefined) => Promise<Answer>,
  form: Form,
  key: string | string[],
): Promise<Answer | FastifyReply> {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw apiError('idempotency_key_invalid')
  const begun = await beginRequest(db, request.session.accountId, key, form.fingerprint ?? fingerprintOf(request))
  if (begun.kind === 'replay') {
    reply.header('idempotent-replayed', 'true')
    if (begun.status >= 400) throw keptRefusal(begun.body)
    return reply
      .code(begun.status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(form.open ? await form.open(begun.body) : begun.body)
  }
  const { claim } = begun
  try {
    const answer = await run(claim)
    if (keep === 'afterwards' && 'status' in answer) await keepAnswer(db, claim, answer.status, answer)
    return answer
  } catch (error) {
    await settle(db, claim, error).catch((failure) => request.log.warn({ err: failure }, 'idempotency key not settled'))
    // Another process has taken the request over; its answer is stored.
    throw isClaimTaken(error) ? apiError('idempotency_running', {}, { cause: error }) : error
  }
}

async function beginRequest(db: Queryable, accountId: string, key: string, fingerprint: Buffer): Promise<Begun> {
  const claim = { accountId, key, owner: randomUUID() }
  if ((await db.execute(begin, [accountId, key, fingerprint, claim.owner, leaseMs])) === 1)
    return { kind: 'run', claim }
  const [row] = await db.query<KeyRow>(read, [accountId, key])
  const isErased = row?.fingerprint.length === 0
  if (row && !isErased && !row.fingerprint.equals(fingerprint)) throw apiError('idempotency_mismatch')
  if (row?.status == null || row.body === null) throw apiError('idempotency_running')
  return { kind: 'replay', status: row.status, body: row.body }
}

/** Stores a refusal as the request's answer; after any other error the request may run again. */
async function settle(db: Queryable, claim: IdempotencyClaim, error: unknown): Promise<void> {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    await keepAnswer(db, claim, error.status, { code: error.code, message: error.message })
  } else {
    await db.execute(release, [claim.accountId, claim.key, claim.owner])
  }
}

function keptRefusal(body: string): ApiError {
  const { code, message } = JSON.parse(body) as Pick<ApiError, 'code' | 'message'>
  return new ApiError(code, message, {}, undefined)
}

async function keepAnswer(db: Queryable, claim: IdempotencyClaim, status: number, answer: unknown): Promise<void> {
  const { text, values } = fulfilClaims([{ claim, status, body: JSON.stringify(answer) }])
  await db.query(text, values)
}

function fingerprintOf(request: FastifyRequest): Buffer {
  const parts = JSON.stringify([request.method, request.url, request.body ?? null])
  return createHash('sha256').update(parts).digest()
}
