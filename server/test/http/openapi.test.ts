import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

/**
 * Written anew by `UPDATE_GOLDEN=1 npx vitest run --project server server/test/http/openapi.test.ts`,
 * then `npx biome format --write docs/openapi.json`.
 */
const golden = new URL('../../../docs/openapi.json', import.meta.url)

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; schema: unknown }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { content: { 'application/json': { schema: object } } }>
}

const service = useService()
let document: { openapi: string; info: object; paths: Record<string, Record<string, Operation>> }
let ada: TestAccount
const ajv = new Ajv2020({ strict: false, validateFormats: false })
beforeAll(async () => {
  document = (await service.call('GET', '/openapi.json')).body
  ada = await service.account()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('/openapi.json', () => {
  it('equals docs/openapi.json', () => {
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, JSON.stringify(document, null, 2))
    expect(document, 'when the change is meant, write it anew').toStrictEqual(JSON.parse(readFileSync(golden, 'utf8')))
  })

  it('is OpenAPI 3.1: its own parts, unique operations, schemas of JSON Schema 2020-12', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: 'Tallystick', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations()) {
      expect(operation).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] })
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }))
      }
      const schemas = [
        ...(operation.parameters ?? []).map((parameter) => parameter.schema as object),
        ...Object.values(operation.responses).map((response) => response.content['application/json'].schema),
        ...(operation.requestBody ? [operation.requestBody.content['application/json'].schema] : []),
      ]
      for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
    }
  })

  it('names every route that answers, and none that does not', async () => {
    for (const { path, method } of operations()) {
      const answer = await service.call(method.toUpperCase(), path.replace('{code}', '0000000000'))
      expect([400, 401], `${method} ${path}`).toContain(answer.status)
      expect(answer.headers.get('error-code')).not.toBe('not_found')
    }
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        '/api/folders',
        '/api/folders/{folderId}',
        '/api/folders/{folderId}/restore',
        '/api/folders/{parentFolderId}/folder/{folderId}',
        '/authenticate',
        '/authenticate/refresh',
        '/hash',
        '/hash/{code}/proof',
        '/multi-stamp',
        '/profile',
        '/v2/hash',
      ].sort(),
    )
  })

  it('every route answers as documented', async () => {
    const { userId, auth } = ada
    const get = (path: string) => service.call('GET', path, undefined, auth)
    const seen = new Set<string>()
    const fits = (method: string, path: string, answer: Answer) => {
      const operation = document.paths[path]?.[method]
      const schema = operation?.responses[answer.status]?.content['application/json'].schema
      expect(schema, `${method} ${path} ${answer.status}: ${answer.text}`).toBeDefined()
      expect(ajv.validate(schema as object, answer.body), `${path} ${JSON.stringify(ajv.errors)}`).toBe(true)
      seen.add(operation?.operationId ?? '')
      return answer
    }
    const login = { 'client-id': ada.clientId, 'secret-key': ada.secretKey }
    const session = dataOf(fits('post', '/authenticate', await service.call('POST', '/authenticate', undefined, login)))
    const { refreshToken } = session
    const renewed = await service.call('POST', '/authenticate/refresh', { refreshToken })
    const { token } = dataOf(fits('post', '/authenticate/refresh', renewed))
    const bearer = { authorization: `Bearer ${token}` }
    fits('delete', '/authenticate', await service.call('DELETE', '/authenticate', undefined, bearer))
    fits('get', '/profile', await get('/profile'))
    fits('put', '/profile', await service.call('PUT', '/profile', { bio: 'x' }, auth))
    const body = { hash: someHash(), metadata: { latitude: '1' } }
    const made = dataOf(fits('post', '/hash', await service.call('POST', '/hash', body, auth)))
    const free = { hash: someHash(), userId, metadata: { a: [1] } }
    fits('post', '/v2/hash', await service.call('POST', '/v2/hash', free, auth))
    const items = [
      { hash: someHash(), filename: 'a' },
      { hash: made.hash, filename: 'b' },
    ]
    fits('post', '/multi-stamp', await service.call('POST', '/multi-stamp', items, auth))
    for (const path of ['/hash', '/v2/hash']) {
      fits('get', path, await get(`${path}?id=${made.code}`))
      fits('get', path, await get(`${path}?id=${free.hash}`))
      fits(
        'get',
        path,
        await get(`${path}?userId=${userId}&page=1&limit=5`.replace(path === '/hash' ? /userId=[^&]+&/ : /^$/, '')),
      )
      fits('get', path, await get(`${path}?txid=${made.txid}`))
    }
    fits('get', '/hash/{code}/proof', await get(`/hash/${made.code}/proof`))
    const folders = '/api/folders'
    const folder = { folderName: 'Documented', folderType: 'public', organizationId: userId }
    const { _id, parentFolderId } = dataOf(fits('post', folders, await service.call('POST', folders, folder, auth)))
    fits('get', folders, await get(`${folders}?page=1&limit=5`))
    const nested = `${folders}/{parentFolderId}/folder/{folderId}`
    fits('get', nested, await get(`${folders}/${parentFolderId}/folder/${_id}`))
    const one = `${folders}/{folderId}`
    fits('patch', one, await service.call('PATCH', `${folders}/${_id}`, { folderName: 'x' }, auth))
    fits('delete', one, await service.call('DELETE', `${folders}/${_id}`, undefined, auth))
    fits('post', `${one}/restore`, await service.call('POST', `${folders}/${_id}/restore`, undefined, auth))
    expect([...seen].sort()).toEqual(
      operations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    )
  })
})
