import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isServerError, type Queryable, type Statement, type Tx } from '../base/db.js'
import { ApiError, apiError, type ErrorCode } from './errors.js'

/** The right to run a request under its key; fulfilled together with its effect. */
export interface IdempotencyClaim {
  accountId: string
  key: string
  owner: string
}

/** An answer as it is kept: sent again to whoever repeats the request. */
export interface KeptAnswer {
  status: number
  body: string
  /** The id of the thing that it is about, when that can be purged ({@link eraseAnswers}). */
  subjectId?: string
}

type Begun = { kind: 'run'; claim: IdempotencyClaim } | ({ kind: 'replay' } & KeptAnswer)

interface KeyRow {
  fingerprint: Buffer
  owner: string
  status: number | null
  body: string | null
}

/** A claim that was not fulfilled (its process died) may be taken over after this long. */
const leaseMs = 30_000

const begin = `
INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, owner, lease_until)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')
ON CONFLICT (account_id, key) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
 WHERE k.status IS NULL AND k.lease_until < clock_timestamp() AND k.fingerprint = excluded.fingerprint`
const read = 'SELECT fingerprint, owner, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2'
const fulfil = `
SELECT fulfil_claims($1::uuid[], $2::text[], $3::uuid[], $4::smallint[], $5::text[], $6::uuid[])`
const release = 'DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND owner = $3 AND status IS NULL'
const erase = `
UPDATE idempotency_keys SET status = $2, body = $3, fingerprint = '', subject_id = NULL WHERE subject_id = ANY($1::uuid[])`
const purge = "DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'"

/**
 * The statement that keeps the answers of requests, to be committed with their effects: an effect without its answer, or the
 * other way round, cannot be. It fails, and with it the transaction, when a claim was taken over.
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

/** True when a transaction was refused because a claim in it was taken over. */
export function isClaimTaken(error: unknown): boolean {
  return isServerError(error) && error.code === 'TS002'
}

/**
 * Erases the answers about things that are purged, and the hashes of what was asked. A key is not free by that: whoever repeats the
 * request is told `instead`, a refusal, and the thing is not made again.
 */
export async function eraseAnswers(tx: Tx, subjectIds: readonly string[], instead: ErrorCode): Promise<void> {
  const { code, status, message } = apiError(instead)
  await tx.execute(erase, [subjectIds, status, JSON.stringify({ code, message })])
}

/** Forgets keys older than 24 hours. */
export function purgeIdempotencyKeys(db: Queryable): Promise<number> {
  return db.execute(purge)
}

/**
 * Answers a request that may carry an `Idempotency-Key`: without one it simply runs; with one, the first answer is kept and
 * sent again to every repetition with the same body.
 *
 * With `keep` = `'with-effect'`, `run` passes the claim to whatever commits the effect ({@link fulfilClaims}); with
 * `'afterwards'` the answer is kept when it is there, which suits effects that are safe to repeat. A refusal (4xx) is kept
 * too; after a passing failure the key is free again.
 *
 * @param open turns a kept body into what was answered, where it is not kept as it is (because of a secret in it)
 * @throws ApiError 400 malformed key, 422 same key with another request, 409 while the first is running
 */
export function idempotently<Answer extends { status: number }>(
  db: Queryable,
  request: FastifyRequest & { session: { accountId: string } },
  reply: FastifyReply,
  keep: 'with-effect' | 'afterwards',
  run: (claim: IdempotencyClaim | undefined) => Promise<Answer>,
  open?: (body: string) => string,
): Promise<Answer | FastifyReply> {
  const key = request.headers['idempotency-key']
  // Without a layer of its own: this is every stamp's way.
  return key === undefined ? run(undefined) : keyed(db, request, reply, keep, run, open, key)
}

async function keyed<Answer extends { status: number }>(
  db: Queryable,
  request: FastifyRequest & { session: { accountId: string } },
  reply: FastifyReply,
  keep: 'with-effect' | 'afterwards',
  run: (claim: IdempotencyClaim | undefined) => Promise<Answer>,
  open: ((body: string) => string) | undefined,
  key: string | string[],
): Promise<Answer | FastifyReply> {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw apiError('idempotency_key_invalid')
  const begun = await beginRequest(db, request.session.accountId, key, fingerprintOf(request))
  if (begun.kind === 'replay') {
    reply.header('idempotent-replayed', 'true')
    if (begun.status >= 400) throw keptRefusal(begun.body)
    return reply
      .code(begun.status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(open ? open(begun.body) : begun.body)
  }
  const { claim } = begun
  try {
    const answer = await run(claim)
    if (keep === 'afterwards') await keepAnswer(db, claim, answer.status, answer)
    return answer
  } catch (error) {
    await settle(db, claim, error).catch((failure) => request.log.warn({ err: failure }, 'idempotency key not settled'))
    // Another process runs, or ran, the same request: its answer is the one that is kept.
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

/** Keeps a refusal as the request's answer; after anything else the request may run again. */
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
  let parts: string
  try {
    parts = JSON.stringify([request.method, request.url, request.body ?? null])
  } catch {
    // What was parsed is JSON; it can only be nested deeper than the stack reaches.
    throw apiError('invalid', { field: 'body', problem: 'nested too deeply' })
  }
  return createHash('sha256').update(parts).digest()
}
