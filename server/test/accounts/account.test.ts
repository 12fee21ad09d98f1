import { describe, expect, it } from 'vitest'
import { AccountError, createAccount, listAccounts } from '../../src/accounts/account.js'
import {
  issueClient,
  listClients,
  revealSecret,
  revokeClient,
  rotateClient,
} from '../../src/accounts/clients/client.js'
import { ensureFirstAccount } from '../../src/accounts/first-account.js'
import { useDatabase } from '../postgres.js'
import { contextOn, keys, someAccount } from './fixture.js'

const test = useDatabase()

describe('accounts', () => {
  it('creates the first account once', async () => {
    const context = contextOn(test.db)
    const results = await Promise.all([1, 2, 3].map(() => ensureFirstAccount(context, 'local')))
    const made = results.filter((result) => result !== null)
    expect(made).toHaveLength(1)
    expect(await context.tokens.verify(`Bearer ${made[0]?.token}`)).toMatchObject({ accountId: made[0]?.userId })
    expect(await ensureFirstAccount(context, 'local')).toBeNull()
    expect(await listAccounts(test.db)).toMatchObject([
      {
        email: 'owner@tallystick.localhost',
        name: 'Owner',
        username: 'owner',
        status: 1,
        isAccess: 1,
        language: 'EN',
        clients: 1,
      },
    ])
  })

  it('gives an account its ID, wallet address and first client', async () => {
    const made = await createAccount(test.db, keys, 'live', { email: 'Grace@Example.com', name: 'Grace' })
    expect(made.userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(made.clientId).toMatch(/^cl_[0-9a-f]{24}$/)
    expect(made.secretKey).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/)
    const account = (await listAccounts(test.db)).find(({ id }) => id === made.userId)
    expect(account?.walletAddress).toBe(keys.walletAddress(made.userId))
    expect(await revealSecret(test.db, keys, made.clientId)).toBe(made.secretKey)
  })

  it('refuses a taken e-mail address in any case, and creates nothing', async () => {
    const before = await test.db.query('SELECT count(*) AS n FROM clients')
    await expect(createAccount(test.db, keys, 'live', { email: 'grace@example.COM', name: 'G' })).rejects.toThrow(
      'An account with the e-mail address grace@example.COM already exists.',
    )
    expect(await test.db.query('SELECT count(*) AS n FROM clients')).toEqual(before)
  })

  it.each([
    ['no-at-sign', 'N'],
    ['two words@example.com', 'N'],
    ['a@example.com', '  '],
    ['a@example.com', 'a\u0000b'],
  ])('refuses %j, %j', async (email, name) => {
    await expect(createAccount(test.db, keys, 'live', { email, name })).rejects.toThrow(AccountError)
  })
})

describe('clients', () => {
  it('stores no secret in plaintext', async () => {
    const made = await someAccount(test.db)
    const [row] = await test.db.query<{ all: string }>(
      `SELECT encode(secret_hash, 'escape') || encode(secret_sealed, 'escape') AS all FROM clients WHERE id = $1`,
      [made.clientId],
    )
    expect(row?.all).not.toContain(made.secretKey)
    expect(row?.all).not.toContain(made.secretKey.slice(9))
  })

  it('are listed, rotated and revoked', async () => {
    const made = await someAccount(test.db)
    const second = await issueClient(test.db, keys, 'test', made.userId, 'Second')
    expect((await listClients(test.db, made.userId)).map(({ name }) => name)).toEqual(['First client', 'Second'])
    const rotated = await rotateClient(test.db, keys, 'test', second.clientId)
    expect(rotated?.clientId).toBe(second.clientId)
    expect(rotated?.secretKey).not.toBe(second.secretKey)
    expect(await revealSecret(test.db, keys, second.clientId)).toBe(rotated?.secretKey)
    expect(await revokeClient(test.db, second.clientId)).toBe(true)
    expect(await revokeClient(test.db, second.clientId)).toBe(true)
    expect(await rotateClient(test.db, keys, 'test', second.clientId)).toBeNull()
    expect(await revealSecret(test.db, keys, second.clientId)).toBeNull()
    expect(await revokeClient(test.db, 'cl_none')).toBe(false)
  })
})
