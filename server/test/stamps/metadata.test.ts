import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

/** Stamps with v2; returns the raw JSON of the details, which shows the order of keys. */
async function kept(metadata: string) {
  const body = `{"hash":"${someHash()}","userId":"${ada.userId}",${metadata}}`
  const { code } = dataOf(await service.call('POST', '/v2/hash', body, ada.auth), 201)
  const answer = await service.call('GET', `/v2/hash?id=${code}`, undefined, ada.auth)
  return { text: answer.text, code, metaData: dataOf(answer).metaData }
}
const refused = (metadata: string) =>
  service.call('POST', '/v2/hash', `{"hash":"${someHash()}","userId":"${ada.userId}",${metadata}}`, ada.auth)
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('v2 metadata', () => {
  it.each([
    ['a string', '"metadata":"Grüße \\u0000 😀"'],
    ['a number', '"metadata1":12.5'],
    ['an object in its order, integer-like keys aside', '"metadata":{"b":1,"a":{"z":[1,null,true],"y":""}}'],
    ['an array of strings', '"metadata42":["b","a",""]'],
    ['an array of objects', '"metadata":[{"b":1},{"a":2}]'],
    ['an empty array and an empty object', '"metadata":[],"metadata2":{}'],
    ['many keys in their order', '"metadata2":"x","metadata10":"y","metadata":"z","metadata1":1'],
    ['the largest exact integer', '"metadata":9007199254740991'],
    ['sixteen levels', `"metadata":${nested(16)}`],
  ])('keeps metadata as sent, and adds path: %s', async (_, metadata) => {
    const { text, code, metaData } = await kept(metadata)
    const sent = JSON.parse(`{${metadata}}`)
    expect(metaData).toStrictEqual([{ ...sent, path: `/s/${code}` }])
    expect(text).toContain(JSON.stringify(metaData))
  })

  it('answers only path when none was sent', async () => {
    const hash = someHash()
    const { code } = dataOf(await service.call('POST', '/v2/hash', { hash, userId: ada.userId }, ada.auth), 201)
    const details = dataOf(await service.call('GET', `/v2/hash?id=${code}`, undefined, ada.auth))
    expect(details.metaData).toStrictEqual([{ path: `/s/${code}` }])
  })

  it.each([
    ['"metadata":{"latitude":52.5,"description":"Berlin"}', [{ latitude: '52.5', description: 'Berlin' }]],
    ['"metadata":[{"description":"a"},{}],"metadata1":{"b":1}', [{ description: 'a' }, { name: 'metadata1', b: 1 }]],
    [
      '"metadata":"text","metadata1":12.5,"metadata2":["x","y"]',
      [
        { description: 'text' },
        { name: 'metadata1', description: '12.5' },
        { name: 'metadata2', description: 'x' },
        { name: 'metadata2', description: 'y' },
      ],
    ],
    ['"metadata7":{"name":"Ada","longitude":13}', [{ name: 'Ada', longitude: '13' }]],
    ['"metadata":[],"metadata2":{}', []],
  ])('v1 answers it as a list of objects: %s', async (metadata, expected) => {
    const { code } = await kept(metadata)
    const details = dataOf(await service.call('GET', `/hash?id=${code}`, undefined, ada.auth))
    expect(details.metaData).toStrictEqual(expected)
  })

  const kinds = /: expected a string, a number, an object, an array of strings or an array of objects$/
  it.each([
    ['true', '"metadata":true', kinds],
    ['null', '"metadata3":null', kinds],
    ['an array of numbers', '"metadata":[1,2]', kinds],
    ['an array of arrays', '"metadata":[[]]', kinds],
    ['a mixed array', '"metadata":["a",{}]', kinds],
    ['an integer beyond 2^53', '"metadata":9007199254740993', /^metadata: .*Send as a string: 9007199254740993\.$/],
    ['such an integer inside', '"metadata":{"a":[9007199254740993]}', /^metadata\.a\.0: expected a number that keeps/],
    ['one that survives', '"metadata3":9007199254740994', /^metadata3: expected integers up to 9007199254740991/],
    ['infinity', '"metadata":1e999', /^metadata: expected a number that keeps its value/],
    ['a key twice', '"metadata":{"a":1,"a":1}', 'metadata.a: expected once, not repeated'],
    ['the whole twice', '"metadata":1,"metadata":1', 'metadata: expected once, not repeated'],
    ['a lone surrogate', '"metadata":"\\ud800"', /no lone surrogates/],
    ['a lone surrogate as a key', '"metadata":{"\\udc00":1}', /no lone surrogates/],
    ['seventeen levels', `"metadata":${nested(17)}`, 'metadata: expected at most 16 levels'],
    ['far more levels', `"metadata":${nested(60)}`, 'metadata: expected at most 16 levels'],
    [
      'more than 64 KiB',
      `"metadata":"${'x'.repeat(40_000)}","metadata1":"${'x'.repeat(30_000)}"`,
      'metadata: expected at most 64 KiB in total',
    ],
    ['another key', '"metaData":"x"', 'metaData: unknown field'],
    ['a key of letters', '"metadataX":"x"', 'metadataX: unknown field'],
  ])('400: %s', async (_, metadata, message) => {
    expectError(await refused(metadata), 400, 'invalid', message)
  })

  it('400 for __proto__ and constructor.prototype at any depth', async () => {
    expectError(await refused('"metadata":{"__proto__":{"a":1}}'), 400, 'malformed_json', /valid JSON/)
    expectError(await refused('"metadata":{"constructor":{"prototype":{}}}'), 400, 'malformed_json', /valid JSON/)
  })
})

describe('v1 metadata', () => {
  const place = { latitude: '52.5', longitude: '13.4', description: 'Berlin' }
  it.each([
    ['metadata, one', { metadata: place }, [place]],
    ['metaData, one', { metaData: place }, [place]],
    ['metadata, several', { metadata: [place, { description: 'x' }] }, [place, { description: 'x' }]],
    ['metaData, none', { metaData: [] }, []],
    ['an empty object, which says nothing', { metadata: {} }, []],
    [
      'numbers, as texts',
      {
        metadata: [
          { latitude: 52.5, longitude: -13 },
          { latitude: 0, longitude: 1e-7 },
        ],
      },
      [
        { latitude: '52.5', longitude: '-13' },
        { latitude: '0', longitude: '1e-7' },
      ],
    ],
    ['empty objects among others', { metaData: [{}, place, {}] }, [place]],
  ])('answers an array, and v2 the key metadata with it: %s', async (_, more, expected) => {
    const { code } = dataOf(await service.call('POST', '/hash', { hash: someHash(), ...more }, ada.auth))
    const shown = async (path: string) =>
      dataOf(await service.call('GET', `${path}?id=${code}`, undefined, ada.auth)).metaData
    expect(await shown('/hash')).toStrictEqual(expected)
    const keys = expected.length > 0 ? { metadata: expected } : {}
    expect(await shown('/v2/hash')).toStrictEqual([{ ...keys, path: `/s/${code}` }])
  })

  it.each([
    [Array.from({ length: 1001 }, () => place), 'metadata: expected at most 1,000 items'],
    ['Berlin', 'metadata: expected an object or a list'],
    [[place, 5], 'metadata.1: expected an object'],
    [{ latitude: true }, 'metadata.latitude: expected a string or a number'],
    [{ description: 5 }, 'metadata.description: expected a string'],
  ])('400 for another form', async (metadata, message) => {
    const answer = await service.call('POST', '/hash', { hash: someHash(), metadata }, ada.auth)
    expectError(answer, 400, 'invalid', message)
  })

  it('400 for a lone surrogate, and for more than 64 KiB', async () => {
    const add = (description: string) =>
      service.call('POST', '/hash', { hash: someHash(), metadata: [{ description }, { description }] }, ada.auth)
    expectError(await add('\ud800'), 400, 'invalid', /no lone surrogates/)
    expectError(await add('x'.repeat(40_000)), 400, 'invalid', 'metadata: expected at most 64 KiB in total')
  })
})
