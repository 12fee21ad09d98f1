import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { OutcomeUnknownError } from '../../src/base/database/db.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { apiError } from '../../src/http/errors.js'
import {
  fulfilClaims,
  type IdempotencyClaim,
  idempotently,
  isClaimTaken,
  purgeIdempotencyKeys,
} from '../../src/http/idempotency.js'
import { createHttp } from '../../src/http/server.js'
import { useDatabase } from '../postgres.js'
import { trusted } from '../trusted.js'

type Run = (claim: IdempotencyClaim | undefined) => Promise<{ status: number; message: string }>
type Session = { session: { accountId: string } }

const test = useDatabase()
const made = { status: 201, message: 'Made' }
let app: FastifyInstance
let run: Run
let runs: number
let ada: string
beforeAll(async () => {
  await test.db.execute('CREATE TABLE effects (name text)')
  const metrics = { observe: () => undefined }
  app = await createHttp({ logger: createLogger('silent'), metrics, bodyLimit: 1000, trustProxy: [] })
  for (const keep of ['with-effect', 'afterwards'] as const) {
    app.post(`/${keep}`, async (request, reply) => {
      const session = { accountId: request.headers['x-account'] as string }
      const answer = await idempotently(test.db, Object.assign(request, { session }) as never, reply, keep, (claim) => {
        runs++
        return run(claim)
      })
      if ('message' in answer) reply.code(answer.status)
      return answer
    })
  }
})
afterAll(() => app.close())
beforeEach(() => {
  runs = 0
  ada = randomUUID()
  run = async () => made
})

const send = (key: string, { path = '/afterwards', body = { a: 1 } as object, account = ada } = {}) =>
  app.inject({ method: 'POST', url: path, payload: body, headers: { 'idempotency-key': key, 'x-account': account } })

/** As if the process that held the claim had died and its lease had expired. */
const letExpire = (key: string) =>
  test.db.execute(
    "UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE account_id = $1 AND key = $2",
    [ada, key],
  )
const effects = async (name: string) => (await test.db.query('SELECT 1 FROM effects WHERE name = $1', [name])).length

/** An effect that commits together with the answer. */
const effect =
  (name: string): Run =>
  async (claim) => {
    await test.db.transaction(async (tx) => {
      await tx.execute('INSERT INTO effects VALUES ($1)', [name])
      if (!claim) return
      const { text, values } = fulfilClaims([{ claim, status: 201, body: JSON.stringify(made) }])
      await tx.query(text, values)
    })
    return made
  }

it('without a key, the database is not queried', async () => {
  const nobody = {
    query: () => Promise.reject(new Error('asked')),
    execute: () => Promise.reject(new Error('asked')),
  }
  const request = { headers: {}, session: { accountId: ada } } as never as Parameters<typeof idempotently>[1] & Session
  expect(await idempotently(nobody, request, {} as never, 'afterwards', async () => made)).toBe(made)
})

describe.each(['with-effect', 'afterwards'] as const)('%s', (keep) => {
  const path = `/${keep}`
  beforeEach(() => {
    if (keep === 'with-effect') run = effect(ada)
  })

  it('runs once, and repeats the first answer byte for byte', async () => {
    const first = await send('k', { path })
    const again = await send('k', { path })
    expect([runs, first.statusCode, again.statusCode]).toEqual([1, 201, 201])
    expect(again.payload).toBe(first.payload)
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
  })

  it('422: another body, another address; another account has keys of its own', async () => {
    await send('k', { path })
    expect((await send('k', { path, body: { a: 2 } })).headers['error-code']).toBe('idempotency_mismatch')
    expect((await send('k', { path: `${path}?x=1` })).headers['error-code']).toBe('idempotency_mismatch')
    expect((await send('k', { path, account: randomUUID() })).statusCode).toBe(201)
  })

  it('409 while the first is running, or until its lease ends if it died; then another runs it', async () => {
    let die: () => void = () => undefined
    const normal = run
    run = () => new Promise((_, fail) => (die = () => fail(new Error('died'))))
    const first = send('k', { path })
    await eventually('the first is running', () => runs === 1)
    const waiting = await send('k', { path })
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([409, '1'])
    await letExpire('k')
    run = normal
    expect((await send('k', { path })).statusCode).toBe(201)
    die()
    await first
    // When the late process finishes, it does not release a claim that is no longer its own.
    expect((await send('k', { path })).headers['idempotent-replayed']).toBe('true')
    expect(runs).toBe(2)
  })

  it.each([
    ['a bug', new Error('no'), 500],
    ['a passing failure', apiError('unavailable'), 503],
    ['an unknown outcome that was none', new OutcomeUnknownError('lost'), 503],
    ['a rate limit', apiError('rate_limited'), 429],
  ])('%s is not kept: the same request runs again', async (_, error, status) => {
    const normal = run
    run = () => Promise.reject(error)
    expect((await send('k', { path })).statusCode).toBe(status)
    run = normal
    expect((await send('k', { path })).statusCode).toBe(201)
  })

  it('a refusal is kept, with its code', async () => {
    run = () => Promise.reject(apiError('stamp_exists'))
    const [first, again] = [await send('k', { path }), await send('k', { path })]
    expect([runs, again.payload]).toEqual([1, first.payload])
    expect(again.json()).toStrictEqual({ status: 409, message: 'Stamp Already Exists' })
    expect(again.headers).toMatchObject({ 'error-code': 'stamp_exists', 'idempotent-replayed': 'true' })
  })
})

describe('effect and answer', () => {
  it('an effect whose COMMIT was not answered is not repeated', async () => {
    run = async (claim) => {
      await effect(ada)(claim)
      throw new OutcomeUnknownError('lost')
    }
    expect((await send('k', { path: '/with-effect' })).statusCode).toBe(503)
    const again = await send('k', { path: '/with-effect' })
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect([runs, await effects(ada)]).toEqual([1, 1])
  })

  it('nothing is committed by a process that lost its claim to another', async () => {
    const outcome: unknown[] = []
    run = async (claim) => {
      if (runs > 1) return effect(ada)(claim)
      await letExpire('k')
      await send('k', { path: '/with-effect' })
      return effect(ada)(claim).catch((error) => {
        outcome.push(isClaimTaken(error))
        throw error
      })
    }
    await send('k', { path: '/with-effect' })
    expect([outcome, runs, await effects(ada)]).toEqual([[true], 2, 1])
  })

  it('409, not 500, for an answer that cannot be kept because another took over', async () => {
    run = async () => {
      if (runs > 1) return made
      await letExpire('k')
      await send('k')
      return made
    }
    const late = await send('k')
    expect([late.statusCode, late.headers['error-code']]).toEqual([409, 'idempotency_running'])
    expect((await send('k')).headers['idempotent-replayed']).toBe('true')
  })

  it('many are kept at once, or none of them', async () => {
    const claims: IdempotencyClaim[] = []
    run = (claim) => {
      claims.push(claim as IdempotencyClaim)
      return new Promise(() => undefined)
    }
    for (const key of ['k1', 'k2']) void send(key)
    await eventually('both are running', () => claims.length === 2)
    const kept = claims.map((claim) => ({ claim, status: 201, body: '{}' }))
    const foreign = {
      ...kept[1],
      claim: { ...(claims[1] as IdempotencyClaim), owner: randomUUID() },
    } as (typeof kept)[0]
    const keepAll = ({ text, values }: ReturnType<typeof fulfilClaims>) => test.db.query(text, values)
    await expect(keepAll(fulfilClaims([kept[0] as (typeof kept)[0], foreign]))).rejects.toSatisfy(isClaimTaken)
    expect((await send('k1')).statusCode).toBe(409)
    await keepAll(fulfilClaims(kept))
    for (const key of ['k1', 'k2']) expect((await send(key)).headers['idempotent-replayed']).toBe('true')
  })
})

it('keys are forgotten after 24 hours, not before', async () => {
  for (const [key, age] of [
    ['old', '24 hours 1 second'],
    ['young', '23 hours'],
  ] as const) {
    await send(key)
    await test.db.execute(
      'UPDATE idempotency_keys SET created_at = now() - $3::interval WHERE account_id = $1 AND key = $2',
      [ada, key, age],
    )
  }
  expect(await purgeIdempotencyKeys(test.db, trusted())).toBe(1)
  expect((await send('young')).headers['idempotent-replayed']).toBe('true')
  expect((await send('old')).headers['idempotent-replayed']).toBeUndefined()
})
