import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

const kim = { userId: 'customer/17 ü', username: 'Kim', email: 'kim@example.org' }
const call = (method: string, path: string, body?: unknown, by = ada) => service.call(method, path, body, by.auth)
const enroll = async (user: object = kim, by = ada) => dataOf(await call('POST', '/v2/enroll-user', user, by))
const stampFor = (userId: string, more: object = {}, by = ada) =>
  call('POST', '/v2/hash', { hash: someHash(), userId, ...more }, by)
const listOf = async (userId: string, more = '', by = ada) =>
  dataOf(await call('GET', `/v2/hash?userId=${encodeURIComponent(userId)}${more}`, undefined, by))
const usersOf = async (query = '', by = ada) => dataOf(await call('GET', `/v2/enroll-user${query}`, undefined, by))
const pathOf = (userId: string) => `/v2/enroll-user/${encodeURIComponent(userId)}`

describe('/v2/enroll-user', () => {
  it('enrols a person once, and changes its data', async () => {
    const first = await enroll()
    expect(first).toStrictEqual({ userId: kim.userId, publicAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    expect(await enroll({ ...kim, username: 'Kim K.', publishName: true })).toStrictEqual(first)
    expect(await usersOf('?search=KIM@')).toStrictEqual({
      count: 1,
      users: [
        {
          ...kim,
          username: 'Kim K.',
          publicAddress: first.publicAddress,
          publishName: true,
          stamps: 0,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
    })
  })

  it('makes one record of 64 requests at once', async () => {
    const person = { ...kim, userId: 'same' }
    const answers = await Promise.all(Array.from({ length: 64 }, () => enroll(person)))
    expect(new Set(answers.map(({ publicAddress }) => publicAddress)).size).toBe(1)
    expect((await usersOf('?search=same')).count).toBe(1)
  })

  it('400 names the field, and nothing is enrolled', async () => {
    const before = (await usersOf()).count
    const wrong = [
      [{ userId: '' }, /^userId:/],
      [{ userId: 'x'.repeat(129) }, /^userId:/],
      [{ userId: 'a\u0007b' }, /^userId:/],
      [{ userId: ada.userId.toUpperCase() }, /^userId: this is the ID of your account/],
      [{ username: '' }, /^username:/],
      [{ email: 'no address' }, /^email:/],
      [{ role: 'admin' }, /^role:/],
    ] as const
    for (const [change, message] of wrong)
      expectError(await call('POST', '/v2/enroll-user', { ...kim, ...change }), 400, 'invalid', message)
    expect((await usersOf()).count).toBe(before)
  })

  it('pages through a list, newest first, finds % and _ as they are, and shows nothing of other accounts', async () => {
    for (const userId of ['p1', 'p%2', 'p_3']) await enroll({ ...kim, userId }, bea)
    const ids = async (query: string) =>
      (await usersOf(query, bea)).users.map((user: { userId: string }) => user.userId)
    expect(await ids('?limit=2')).toEqual(['p_3', 'p%2'])
    expect(await ids('?limit=2&page=2')).toEqual(['p1'])
    expect(await ids('?search=%25')).toEqual(['p%2'])
    expect(await ids('?search=_')).toEqual(['p_3'])
    expect((await usersOf('?search=p_3')).count).toBe(0)
  })
})

describe('stamps for an end user', () => {
  it('are listed for it and for the account, with filters, and another account has another person', async () => {
    const userId = 'client-1'
    await enroll({ ...kim, userId })
    await enroll({ ...kim, userId }, bea)
    const { code } = dataOf(await stampFor(userId, { isPrivate: true }), 201)
    await stampFor(userId)
    await stampFor(ada.userId)
    expect((await listOf(userId)).count).toBe(2)
    expect(await listOf(userId, '&isPrivate=true')).toMatchObject({ count: 1, files: [{ code, userId }] })
    expect(await listOf(userId, `&search=${code}`)).toMatchObject({ count: 1, files: [{ code }] })
    expect((await listOf(userId, '', bea)).count).toBe(0)
    const all = (await listOf(ada.userId, '&limit=100')).files.map((file: { userId: string }) => file.userId)
    expect(all).toContain(userId)
    expect(all).toContain(ada.userId)
    expect((await usersOf('?search=client-1')).users[0].stamps).toBe(2)
  })

  it('are made and listed in v1, too, with a name, and in the filters of exports', async () => {
    const userId = 'in v1'
    await enroll({ ...kim, userId })
    const made = await call('POST', '/hash', { hash: someHash(), filename: 'Lease.pdf', userId })
    const { code } = dataOf(made)
    await call('POST', '/hash', { hash: someHash(), filename: 'Lease.pdf', userId: ada.userId })
    const inV1 = dataOf(await call('GET', `/hash?page=1&limit=10&sort=name&userId=${encodeURIComponent(userId)}`))
    expect(inV1).toMatchObject({ count: 1, files: [{ code, name: 'Lease.pdf', userId: ada.userId, endUser: userId }] })
    expect(dataOf(await call('GET', `/hash?id=${code}`))).toMatchObject({ endUser: userId })
    const select = { filter: { userId } }
    expect(dataOf(await call('POST', '/hash/labels', { select, addTags: ['Lease'] }))).toEqual({ changed: 1 })
    expect((await listOf(userId, '&tag=Lease&state=submitted,confirmed,final&from=2020-01-01T00:00:00Z')).count).toBe(1)
    const all = { filter: { userId: ada.userId.toUpperCase(), search: code } }
    expect(dataOf(await call('POST', '/hash/labels', { select: all, removeTags: ['Lease'] }))).toEqual({ changed: 1 })
  })

  it('tell no one else for whom they were made', async () => {
    const userId = 'secret@example.org'
    await enroll({ ...kim, userId })
    await enroll({ ...kim, userId }, bea)
    const { txid, code } = dataOf(await stampFor(userId), 201)
    const seen = [
      await call('GET', `/hash?id=${code}`, undefined, bea),
      await call('GET', `/hash?txid=${txid}`, undefined, bea),
      await call('GET', `/v2/hash?txid=${txid}`, undefined, bea),
      await service.call('GET', `/s/${code}`),
    ]
    for (const { status, text } of seen) {
      expect(status).toBe(200)
      expect(text).toContain(code)
      expect(text).not.toContain(userId)
    }
    const own = dataOf(await call('GET', `/v2/hash?txid=${txid}`)).files.find(
      (one: { code: string }) => one.code === code,
    )
    expect(own).toMatchObject({ userId, endUser: userId })
    expect((await listOf(userId, `&txid=${txid}`, bea)).count).toBe(0)
  })

  it('may have any ID of 128 characters, and one with U+0000 is refused', async () => {
    const userId = '🦊'.repeat(128)
    await enroll({ ...kim, userId })
    expect((await stampFor(userId)).status).toBe(201)
    expect((await listOf(userId)).count).toBe(1)
    expect((await call('DELETE', pathOf(userId))).status).toBe(200)
    expectError(await stampFor('a\u0000'), 400, 'invalid', /^userId:/)
    expectError(await call('GET', '/v2/hash?userId=%00'), 400, 'invalid', /userId/)
    expectError(await call('DELETE', pathOf('a\u0000')), 400, 'invalid', /userId/)
  })

  it('403 with the way to enrol, for anyone else; nothing is stamped', async () => {
    const hash = someHash()
    const words = /POST \/v2\/enroll-user/
    for (const userId of ['nobody', bea.userId]) {
      expectError(await stampFor(userId, { hash }), 403, 'user_not_enrolled', words)
      expectError(await call('GET', `/v2/hash?userId=${userId}`), 403, 'user_not_enrolled', words)
    }
    expectError(await call('GET', `/v2/hash?hash=${hash}`), 404, 'stamp_not_found', 'Stamp does not exist')
  })

  it('show its name on the public page only while the integrator publishes it', async () => {
    const userId = 'shown'
    await enroll({ ...kim, userId })
    const { code } = dataOf(await stampFor(userId), 201)
    const ownerName = async () => dataOf(await service.call('GET', `/s/${code}`)).ownerName
    expect(await ownerName()).toBe('')
    await enroll({ ...kim, userId, publishName: true })
    expect(await ownerName()).toBe('Kim')
    await call('DELETE', pathOf(userId))
    expect(await ownerName()).toBe('')
  })
})

describe('erasing an end user', () => {
  it('leaves its stamps and their proofs, and nothing about the person', async () => {
    const person = { ...kim, userId: 'gone', email: 'gone@example.org' }
    const { publicAddress } = await enroll(person)
    const { code } = dataOf(await stampFor('gone'), 201)
    const proof = async () => (await call('GET', `/hash/${code}/proof`)).body
    const { commitment, salt } = await proof()
    expect((await call('DELETE', pathOf('gone'))).status).toBe(200)
    expectError(await call('DELETE', pathOf('gone')), 404, 'end_user_not_found', 'User does not exist')
    expect((await usersOf('?search=gone')).count).toBe(0)
    const kept = await service.database.db.query('SELECT * FROM end_users WHERE user_id = $1', ['gone'])
    expect(JSON.stringify(kept)).not.toMatch(/Kim|example|0x/)
    expect((await listOf('gone')).files).toMatchObject([{ code, userId: 'gone' }])
    expect(await proof()).toMatchObject({ commitment, salt })
    expectError(await stampFor('gone'), 403, 'user_not_enrolled', /Enrol the user first/)
    const again = await enroll(person)
    expect(again.publicAddress).not.toBe(publicAddress)
    expect((await stampFor('gone')).status).toBe(201)
  })
})

describe('/v2/authenticate', () => {
  it('logs in, refreshes and logs out as /authenticate does', async () => {
    const pair = { 'client-id': ada.clientId, 'secret-key': ada.secretKey }
    const { token, refreshToken } = dataOf(await service.call('POST', '/v2/authenticate', undefined, pair))
    expect(dataOf(await service.call('GET', '/profile', undefined, { authorization: `Bearer ${token}` }))._id).toBe(
      ada.userId,
    )
    const renewed = dataOf(await service.call('POST', '/v2/authenticate/refresh', { refreshToken }))
    const auth = { authorization: `Bearer ${renewed.token}` }
    expect((await service.call('DELETE', '/v2/authenticate', undefined, auth)).status).toBe(200)
  })
})
