import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { creationShape, dataOf, expectError } from './shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

const versions = [
  { version: 'v1', path: '/hash', status: 200, exists: 'stamp_exists', message: 'Stamp Already Exists' },
  { version: 'v2', path: '/v2/hash', status: 201, exists: 'already_stamped', message: 'Already Stamped' },
] as const

describe.each(versions)('$version add', ({ version, path, status, exists, message: taken }) => {
  const add = (body: Record<string, unknown>, by = ada) =>
    service.call('POST', path, version === 'v2' ? { userId: by.userId, ...body } : body, by.auth)

  it(`${status}: exactly the creation result`, async () => {
    const hash = someHash()
    const data = dataOf(await add({ hash }), status)
    expect(data).toStrictEqual({ ...creationShape, hash, filename: `stamp-${data.code}` })
  })

  it.each([32, 48, 64])(
    `${status}: hash of %i bytes, upper case and with 0x, answered in lower case`,
    async (bytes) => {
      const hash = someHash(bytes)
      expect(dataOf(await add({ hash: `0x${hash.toUpperCase()}` }), status).hash).toBe(hash)
      expectError(await add({ hash }), 409, exists, taken)
    },
  )

  it.each([32, 48, 64])(`${status}: hash of %i bytes after its name, answered without`, async (bytes) => {
    const hash = someHash(bytes)
    expect(dataOf(await add({ hash: `sha${bytes * 8}:${hash.toUpperCase()}` }), status).hash).toBe(hash)
    expectError(await add({ hash: `SHA-${bytes * 8}:${hash}` }), 409, exists, taken)
    expectError(await add({ hash: `sha${bytes * 8}:0x${hash}` }), 400, 'invalid', /^hash: expected the hex/)
    expectError(await add({ hash: `sha1:${hash}` }), 400, 'invalid', /^hash: expected the hex/)
  })

  it('409 for a hash already stamped by any account', async () => {
    const hash = someHash()
    dataOf(await add({ hash }), status)
    expectError(await add({ hash }), 409, exists, taken)
    expectError(await add({ hash }, await service.account()), 409, exists, taken)
  })

  it.each([
    ['MD5', 16, /^hash: MD5 can be forged/],
    ['SHA-1', 20, /^hash: SHA-1 can be forged/],
    ['33 bytes', 33, /^hash: expected the hex of a SHA-256, SHA-384 or SHA-512/],
  ])('400: %s', async (_, bytes, message) => {
    expectError(await add({ hash: someHash(bytes) }), 400, 'invalid', message)
  })

  it.each([
    ['a hash that is not hex', { hash: 'z'.repeat(64) }, /^hash: expected the hex/],
    ['digits of another kind', { hash: '\u0130'.repeat(64) }, /^hash: expected the hex/],
    ['an empty hash', { hash: '' }, /^hash: expected the hex/],
    ['a hash with a space', { hash: ` ${someHash()}` }, /^hash: expected the hex/],
    ['no hash', {}, 'hash: this field is required'],
    ['a hash that is a number', { hash: 5 }, 'hash: expected a string'],
    ['isPrivate as text', { hash: someHash(), isPrivate: 'yes' }, 'isPrivate: expected true or false'],
    ['an unknown key', { hash: someHash(), colour: 'red' }, 'colour: unknown field'],
  ])('400: %s', async (_, body, message) => {
    expectError(await add(body), 400, 'invalid', message)
  })

  it("400 for a body that isn't an object", async () => {
    expectError(await service.call('POST', path, '[]', ada.auth), 400, 'invalid', 'body: expected an object')
    expectError(await service.call('POST', path, '"x"', ada.auth), 400, 'invalid', 'body: expected an object')
    expectError(await service.call('POST', path, 'null', ada.auth), 400, 'invalid', 'body: expected an object')
  })

  it('400 for a missing, empty or malformed body', async () => {
    expectError(
      await service.call('POST', path, undefined, ada.auth),
      400,
      'body_missing',
      'The body is missing. Expected JSON.',
    )
    expectError(
      await service.call('POST', path, '', ada.auth),
      400,
      'body_missing',
      'The body is missing. Expected JSON.',
    )
    expectError(
      await service.call('POST', path, '{"hash":', ada.auth),
      400,
      'malformed_json',
      /^The body is not valid JSON: /,
    )
    expectError(
      await service.call('POST', path, '{"__proto__":{}}', ada.auth),
      400,
      'malformed_json',
      /^The body is not/,
    )
  })

  it('400 without an Authorization header, 401 with an invalid one', async () => {
    const body = { hash: someHash(), userId: ada.userId }
    expectError(await service.call('POST', path, body), 400, 'token_missing', 'Authorization Token Not Found')
    for (const authorization of ['Bearer x', 'Bearer', ada.token, `Basic ${ada.token}`, `${ada.auth.authorization}x`]) {
      expectError(await service.call('POST', path, body, { authorization }), 401, 'token_invalid', 'Invalid auth token')
    }
  })

  it('413 for a body over 1 MiB, 415 for another content type', async () => {
    const large = JSON.stringify({ hash: someHash(), filename: 'x'.repeat(1_048_576) })
    expectError(
      await service.call('POST', path, large, ada.auth),
      413,
      'too_large',
      'The body is larger than 1048576 bytes',
    )
    const text = { ...ada.auth, 'content-type': 'text/plain' }
    expectError(
      await service.call('POST', path, '{}', text),
      415,
      'unsupported_type',
      'Expected Content-Type: application/json',
    )
  })

  it('allows one public stamp of a hash, and one private stamp for each account', async () => {
    const hash = someHash()
    const bea = await service.account()
    dataOf(await add({ hash, isPrivate: true }), status)
    dataOf(await add({ hash, isPrivate: true }, bea), status)
    dataOf(await add({ hash }, bea), status)
    expectError(await add({ hash, isPrivate: true }), 409, exists, taken)
    expectError(await add({ hash }), 409, exists, taken)
  })
})

describe('v1 add', () => {
  it.each([
    ['an empty filename', { filename: '' }, 'filename: must not be empty'],
    ['a long filename', { filename: 'x'.repeat(256) }, 'filename: expected at most 255 characters'],
    ['a control character', { filename: 'a\nb' }, 'filename: contains characters that are not allowed'],
    ['half a character', { filename: 'a\ud800' }, 'filename: contains characters that are not allowed'],
    ['a type of letters', { type: 'x' }, 'type: expected a string of 1 to 3 digits'],
    ['metadata as text', { metadata: 'x' }, /^metadata: expected /],
    ['an unknown metadata key', { metadata: { latitude: '1', height: '2' } }, 'metadata.height: unknown field'],
    ['a boolean as latitude', { metaData: [{ latitude: true }] }, 'metaData.0.latitude: expected a string or a number'],
    ['both synonyms', { metadata: {}, metaData: {} }, /^metaData: expected either metadata or metaData/],
  ])('400: %s', async (_, more, message) => {
    expectError(await service.call('POST', '/hash', { hash: someHash(), ...more }, ada.auth), 400, 'invalid', message)
  })
})

describe('v2 add', () => {
  it("400 without userId, 403 with another account's", async () => {
    const hash = someHash()
    expectError(
      await service.call('POST', '/v2/hash', { hash }, ada.auth),
      400,
      'invalid',
      'userId: this field is required',
    )
    const { userId } = await service.account()
    expectError(
      await service.call('POST', '/v2/hash', { hash, userId }, ada.auth),
      403,
      'user_not_enrolled',
      'userId: neither your account nor a user that you enrolled. Enrol the user first: POST /v2/enroll-user.',
    )
  })

  it('400 for a filename, which v2 makes itself', async () => {
    const body = { hash: someHash(), userId: ada.userId, filename: 'x' }
    expectError(await service.call('POST', '/v2/hash', body, ada.auth), 400, 'invalid', 'filename: unknown field')
  })
})
