import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { revokeClient, rotateClient } from '../../src/accounts/clients/client.js'
import { type LoginContext, login, logout, refreshLogin } from '../../src/accounts/tokens/login.js'
import { Tokens } from '../../src/accounts/tokens/token.js'
import type { Queryable } from '../../src/base/database/db.js'
import { useDatabase } from '../postgres.js'
import { audience, contextOn, keys, someAccount } from './fixture.js'

const test = useDatabase()
let context: LoginContext
let account: Awaited<ReturnType<typeof someAccount>>

beforeAll(async () => {
  context = contextOn(test.db)
  account = await someAccount(test.db)
})

async function freshLogin() {
  const data = await login(context, account.clientId, account.secretKey)
  if (data === null) throw new Error('login failed')
  return data
}

async function verdict(tokens: Tokens, header: string | undefined): Promise<number> {
  try {
    await tokens.verify(header)
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function forge(header: object, payload: object, key: Uint8Array = keys.token[0]): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

describe('access tokens', () => {
  it('are HS256, valid for exactly 7 days and one audience', async () => {
    const { token } = await freshLogin()
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({ iss: 'tallystick', aud: audience, sub: account.userId, cid: account.clientId })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(604_800)
  })

  it('identify their account', async () => {
    const { token } = await freshLogin()
    expect(await context.tokens.verify(`Bearer ${token}`)).toMatchObject({
      accountId: account.userId,
      clientId: account.clientId,
      name: 'Ada',
      emailVerified: false,
    })
    expect(await verdict(context.tokens, `bEARER  ${token}`)).toBe(200)
  })

  it('are required: 400 without a header, 401 for an invalid one', async () => {
    const { token } = await freshLogin()
    expect(await verdict(context.tokens, undefined)).toBe(400)
    for (const header of ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token} x`, `Bearer ${token}.`]) {
      expect(await verdict(context.tokens, header), header).toBe(401)
    }
  })

  it('are refused when of another kind', async () => {
    const { token } = await freshLogin()
    const claims = decodeJwt(token)
    const header = { alg: 'HS256', typ: 'at+jwt' }
    expect(await verdict(context.tokens, `Bearer ${forge(header, claims)}`)).toBe(200)
    const wrong: [object, object, Uint8Array?][] = [
      [{ ...header, alg: 'none' }, claims],
      [{ ...header, alg: 'HS512' }, claims],
      [{ ...header, alg: 'RS256' }, claims],
      [{ ...header, typ: 'JWT' }, claims],
      [{ alg: 'HS256' }, claims],
      [{ ...header, crit: ['x'] }, claims],
      [header, { ...claims, aud: 'tallystick:other:1' }],
      [header, { ...claims, iss: 'somebody' }],
      [header, { ...claims, exp: Math.floor(wallTime().getTime() / 1000) - 1 }],
      [header, { ...claims, exp: undefined }],
      [header, { ...claims, sub: undefined }],
      [header, { ...claims, epo: [1, 0] }],
      [header, { ...claims, epo: [0, 1] }],
      [header, { ...claims, epo: 'x' }],
      [header, claims, Buffer.alloc(32)],
    ]
    for (const [index, forged] of wrong.entries()) {
      expect(await verdict(context.tokens, `Bearer ${forge(...forged)}`), String(index)).toBe(401)
    }
  })

  it('are refused with any character changed', async () => {
    const { token } = await freshLogin()
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let i = 0; i < token.length; i++) {
      const letter = letters.charAt((letters.indexOf(token.charAt(i)) + 1) % 64)
      expect(await verdict(context.tokens, `Bearer ${token.slice(0, i)}${letter}${token.slice(i + 1)}`)).toBe(401)
    }
    // The last character of a signature has four spellings; only one is valid.
    for (const letter of letters) {
      const spelled = token.slice(0, -1) + letter
      expect(await verdict(context.tokens, `Bearer ${spelled}`)).toBe(spelled === token ? 200 : 401)
    }
  })

  it('expire after 7 days, even when cached', async () => {
    let nowMs = wallTime().getTime()
    const { tokens } = contextOn(test.db, { now: () => nowMs, monotonicMs: () => 0 })
    await tokens.start()
    const { token } = await freshLogin()
    const header = `Bearer ${token}`
    expect(await verdict(tokens, header)).toBe(200)
    nowMs = (decodeJwt(token).exp ?? 0) * 1000 - 1
    expect(tokens.verify(header)).not.toBeInstanceOf(Promise)
    nowMs += 1
    expect(await verdict(tokens, header)).toBe(401)
    await tokens.stop()
  })
})

describe('revocation', () => {
  it('reaches another process through its feed', async () => {
    // Its clock stands still, so that nothing it knows gets too old.
    const { tokens } = contextOn(test.db, { pollIntervalMs: 20, monotonicMs: () => 0 })
    await tokens.start()
    const data = await freshLogin()
    const header = `Bearer ${data.token}`
    await tokens.verify(header)
    expect(tokens.verify(header)).not.toBeInstanceOf(Promise)
    await logout(context, await context.tokens.verify(header))
    expect(await verdict(context.tokens, header)).toBe(401)
    await eventually('the feed reports the logout', async () => (await verdict(tokens, header)) === 401)
    expect(await refreshLogin(context, data.refreshToken)).toBeNull()
    await tokens.stop()
  })

  it('reaches another process within 5 s, even if its feed stalls', async () => {
    let nowMs = 0
    const { tokens } = contextOn(test.db, { pollIntervalMs: 3_600_000, monotonicMs: () => nowMs })
    await tokens.start()
    const header = `Bearer ${(await freshLogin()).token}`
    await tokens.verify(header)
    await logout(context, await context.tokens.verify(header))
    nowMs = 4_499
    expect(tokens.verify(header)).not.toBeInstanceOf(Promise)
    nowMs = 4_500
    expect(await verdict(tokens, header)).toBe(401)
    await tokens.stop()
  })

  it('is seen even if its transaction commits after a later one', async () => {
    const { tokens } = contextOn(test.db, { pollIntervalMs: 20, monotonicMs: () => 0 })
    await tokens.start()
    const [slow, quick] = [`Bearer ${(await freshLogin()).token}`, `Bearer ${(await freshLogin()).token}`]
    const { family } = await tokens.verify(slow)
    const { family: later } = await tokens.verify(quick)
    const insert = "INSERT INTO revocations (subject, expires_at) VALUES ($1, now() + interval '1 day')"
    await test.db.transaction(async (tx) => {
      await tx.execute(insert, [family])
      await test.db.execute(insert, [later])
      await eventually('the feed reports the later one', async () => (await verdict(tokens, quick)) === 401)
      expect(tokens.verify(slow)).not.toBeInstanceOf(Promise)
    })
    await eventually('the feed reports the one that committed last', async () => (await verdict(tokens, slow)) === 401)
    await tokens.stop()
  })

  it('of a client, or of its secret, ends its tokens', async () => {
    const own = await someAccount(test.db)
    const first = await login(context, own.clientId, own.secretKey)
    const rotated = await rotateClient(test.db, keys, 'local', own.clientId)
    expect(await verdict(context.tokens, `Bearer ${first?.token}`)).toBe(401)
    expect(await refreshLogin(context, first?.refreshToken ?? '')).toBeNull()
    expect(await login(context, own.clientId, own.secretKey)).toBeNull()
    const second = await login(context, own.clientId, rotated?.secretKey ?? '')
    expect(await verdict(context.tokens, `Bearer ${second?.token}`)).toBe(200)
    await revokeClient(test.db, own.clientId)
    expect(await verdict(context.tokens, `Bearer ${second?.token}`)).toBe(401)
    expect(await refreshLogin(context, second?.refreshToken ?? '')).toBeNull()
    expect(await login(context, own.clientId, rotated?.secretKey ?? '')).toBeNull()
  })

  it('makes every use query the database while the feed fails, and gives 503 when that fails too', async () => {
    let nowMs = 0
    let broken: unknown = null
    const db: Queryable = {
      query: (text, values) => (broken ? Promise.reject(broken) : test.db.query(text, values)),
      execute: (text, values) => (broken ? Promise.reject(broken) : test.db.execute(text, values)),
    }
    const tokens = new Tokens({ db, keys: keys.token, audience, pollIntervalMs: 3_600_000, monotonicMs: () => nowMs })
    await tokens.start()
    const header = `Bearer ${(await freshLogin()).token}`
    await tokens.verify(header)
    broken = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(await verdict(tokens, header)).toBe(200)
    nowMs = 5001
    expect(await verdict(tokens, header)).toBe(503)
    broken = null
    expect(tokens.verify(header)).toBeInstanceOf(Promise)
    expect(await verdict(tokens, header)).toBe(200)
    await test.db.execute('UPDATE accounts SET token_epoch = token_epoch + 1 WHERE id = $1', [account.userId])
    expect(await verdict(tokens, header)).toBe(401)
    await tokens.stop()
  })
})

describe('refresh tokens', () => {
  it('work once; reuse ends the family', async () => {
    const other = await freshLogin()
    const first = await freshLogin()
    const second = await refreshLogin(context, first.refreshToken)
    expect(second).toMatchObject({ _id: account.userId, loginType: 'apiKey' })
    expect(second?.refreshToken).not.toBe(first.refreshToken)
    expect(await verdict(context.tokens, `Bearer ${first.token}`)).toBe(200)
    expect(await verdict(context.tokens, `Bearer ${second?.token}`)).toBe(200)
    expect(await refreshLogin(context, first.refreshToken)).toBeNull()
    expect(await verdict(context.tokens, `Bearer ${first.token}`)).toBe(401)
    expect(await verdict(context.tokens, `Bearer ${second?.token}`)).toBe(401)
    expect(await refreshLogin(context, second?.refreshToken ?? '')).toBeNull()
    expect(await verdict(context.tokens, `Bearer ${other.token}`)).toBe(200)
    expect(await refreshLogin(context, other.refreshToken)).not.toBeNull()
  })

  it('end 90 days after the login, however often they are used', async () => {
    const { refreshToken } = await freshLogin()
    const longAgo = uuidv7({ msecs: wallTime(-89 * 86_400_000).getTime() })
    await test.db.execute('UPDATE refresh_tokens SET family = $2 WHERE hash = $1', [
      keys.refreshHash(refreshToken),
      longAgo,
    ])
    const next = await refreshLogin(context, refreshToken)
    const [row] = await test.db.query<{ days: number }>(
      `SELECT (extract(epoch FROM expires_at - now()) / 86400)::float AS days FROM refresh_tokens WHERE hash = $1`,
      [keys.refreshHash(next?.refreshToken ?? '')],
    )
    expect(row?.days).toBeCloseTo(1, 1)
  })

  it('used eight times at once revoke their family', async () => {
    const first = await freshLogin()
    const results = await Promise.all(Array.from({ length: 8 }, () => refreshLogin(context, first.refreshToken)))
    const winners = results.filter((result) => result !== null)
    expect(winners).toHaveLength(1)
    expect(await verdict(context.tokens, `Bearer ${winners[0]?.token}`)).toBe(401)
    expect(await refreshLogin(context, winners[0]?.refreshToken ?? '')).toBeNull()
  })

  it('are refused when unknown or expired', async () => {
    expect(await refreshLogin(context, 'rt_unknown')).toBeNull()
    const { refreshToken } = await freshLogin()
    await test.db.execute(`UPDATE refresh_tokens SET expires_at = now() WHERE hash = $1`, [
      keys.refreshHash(refreshToken),
    ])
    expect(await refreshLogin(context, refreshToken)).toBeNull()
  })
})
