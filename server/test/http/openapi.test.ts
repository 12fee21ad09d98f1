import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readCertificates, verifyTimestamp } from '@tallystick/proof/tsa'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileParts, type Part, post, upload } from '../files/upload.js'
import { pdf } from '../media/files.js'
import { query, timestamp } from '../protocols/requests.js'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

/** Updated by `UPDATE_GOLDEN=1 npx vitest run --project server server/test/http/openapi.test.ts`. */
const golden = new URL('../../../docs/openapi.json', import.meta.url)

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; schema: unknown }[]
  requestBody?: { content: Content }
  /** Without `content`, the answer has no body. */
  responses: Record<string, { content?: Content }>
}

/** Content of one media type. */
type Content = Record<string, { schema: object }>

const schemaIn = (content: Content | undefined) => Object.values(content ?? {})[0]?.schema

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
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(document, null, 2)}\n`)
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
        ...Object.values(operation.responses).flatMap(({ content }) => (content ? [schemaIn(content)] : [])),
        ...(operation.requestBody ? [schemaIn(operation.requestBody.content)] : []),
      ]
      for (const schema of schemas) expect(ajv.validateSchema(schema ?? 0), JSON.stringify(ajv.errors)).toBe(true)
    }
  })

  it('names every route that answers, and none that does not', async () => {
    for (const { path, method } of operations()) {
      // A public page without a stamp answers 404, as an unknown route would.
      if (path.startsWith('/s/{code}')) continue
      // Public, and always the same.
      if (path === '/tsa/certificates') continue
      const answer = await service.call(method.toUpperCase(), path.replace('{code}', '0000000000'))
      expect([400, 401], `${method} ${path}`).toContain(answer.status)
      expect(answer.headers.get('error-code')).not.toBe('not_found')
    }
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        '/account',
        '/account/clients',
        '/account/clients/{clientId}',
        '/account/clients/{clientId}/reveal',
        '/account/clients/{clientId}/rotate',
        '/account/export',
        '/account/restore',
        '/account/sessions',
        '/account/sessions/{sessionId}',
        '/account/step-up',
        '/account/usage',
        '/api/bin',
        '/api/deletions',
        '/api/deletions/{id}/proof',
        '/api/favourites',
        '/api/files',
        '/api/files/upload',
        '/api/files/upload/{uploadId}',
        '/api/files/validate',
        '/api/files/{fileId}',
        '/api/files/{fileId}/content',
        '/api/files/{fileId}/pages/{page}',
        '/api/files/{fileId}/proof',
        '/api/files/{fileId}/restore',
        '/api/files/{fileId}/thumbnail',
        '/api/files/{fileId}/versions',
        '/api/folders',
        '/api/folders/{folderId}',
        '/api/folders/{folderId}/file/{fileId}',
        '/api/folders/{folderId}/files',
        '/api/folders/{folderId}/folders',
        '/api/folders/{folderId}/manifest',
        '/api/folders/{folderId}/restore',
        '/api/folders/{parentFolderId}/folder/{folderId}',
        '/api/search',
        '/authenticate',
        '/authenticate/refresh',
        '/digest',
        '/events',
        '/hash',
        '/hash/{code}',
        '/hash/{code}/proof',
        '/multi-stamp',
        '/network',
        '/network/blocks/{number}',
        '/network/witnesses',
        '/profile',
        '/s',
        '/s/{code}',
        '/s/{code}/proof',
        '/timestamp/{commitment}',
        '/tsa',
        '/tsa/certificates',
        '/tsa/tokens/{serialNumber}',
        '/v2/hash',
        '/v2/webhooks',
        '/v2/webhooks/{id}',
        '/v2/webhooks/{id}/deliveries',
        '/v2/webhooks/{id}/deliveries/{deliveryId}',
        '/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver',
        '/v2/webhooks/{id}/recover',
        '/v2/webhooks/{id}/rotate',
        '/v2/webhooks/{id}/test',
      ].sort(),
    )
  })

  it('every route answers as documented', async () => {
    const { userId, auth } = ada
    /** Reads the start of an answer that does not end. */
    const firstOf = async (path: string) => {
      const { status, body } = await fetch(`${service.url}${path}`, { headers: auth })
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      const { value } = await reader.read()
      await reader.cancel()
      return { status, body: Buffer.from(value ?? []).toString() } as Answer
    }
    const get = (path: string) => service.call('GET', path, undefined, auth)
    const seen = new Set<string>()
    const fits = (method: string, path: string, answer: Answer) => {
      const operation = document.paths[path]?.[method]
      const documented = operation?.responses[answer.status]
      seen.add(operation?.operationId ?? '')
      if (documented && !documented.content && answer.text === '') return answer
      const schema = schemaIn(documented?.content)
      expect(schema, `${method} ${path} ${answer.status}: ${answer.text}`).toBeDefined()
      expect(ajv.validate(schema as object, answer.body), `${path} ${JSON.stringify(ajv.errors)}`).toBe(true)
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
    const publication = { isPrivate: false, publicDetails: true }
    fits('patch', '/hash/{code}', await service.call('PATCH', `/hash/${made.code}`, publication, auth))
    fits('get', '/hash/{code}/proof', await get(`/hash/${made.code}/proof`))
    const hash = randomBytes(32)
    const { status: granted, bytes } = await timestamp(service, query({ hash }), auth)
    fits('post', '/tsa', { status: granted, body: bytes.toString('latin1') } as Answer)
    const { status: found, text: pem } = await get('/tsa/certificates')
    fits('get', '/tsa/certificates', { status: found, body: pem } as Answer)
    const { serialNumber } = await verifyTimestamp(bytes, { digest: hash }, readCertificates(pem))
    fits('get', '/tsa/tokens/{serialNumber}', await get(`/tsa/tokens/${serialNumber}`))
    const { status: taken, text: pending } = await service.call('POST', '/digest', 'a digest', auth)
    fits('post', '/digest', { status: taken, body: pending } as Answer)
    const { status: missing, text: words } = await get(`/timestamp/${someHash()}`)
    fits('get', '/timestamp/{commitment}', { status: missing, body: words } as Answer)
    fits('get', '/network', await get('/network'))
    fits('get', '/network/blocks/{number}', await get('/network/blocks/0'))
    fits('get', '/network/witnesses', await get('/network/witnesses'))
    fits('get', '/events', await firstOf('/events'))
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
    const file = await upload(service, ada, _id, Buffer.from('documented'))
    const parts = fileParts(ada, _id, Buffer.from('documented'))
    fits('post', '/api/files', await post(service, '/api/files', parts, auth))
    const same: Part[] = [
      ['fileId', file.fileId],
      ['organizationId', userId],
      ['attachments', Buffer.from('documented'), 'x'],
    ]
    fits('post', '/api/files/validate', await post(service, '/api/files/validate', same, auth))
    fits('get', `${one}/file/{fileId}`, await get(`${folders}/${_id}/file/${file.fileId}`))
    fits('get', `${one}/manifest`, await get(`${folders}/${_id}/manifest`))
    fits('get', `${one}/files`, await get(`${folders}/${_id}/files`))
    fits('get', one, await get(`${folders}/${_id}`))
    fits('get', `${one}/folders`, await get(`${folders}/root/folders`))
    fits('get', '/s/{code}', await get(`/s/${file.uniqueId}`))
    fits('get', '/s/{code}', await get(`/s/${made.code}`))
    fits('get', '/s/{code}/proof', await get(`/s/${made.code}/proof`))
    fits('get', '/s', await get(`/s?hash=${made.hash}`))
    const sendUpload = (method: string, path: string, more: Record<string, string>, body?: string) =>
      service.call(method, path, body, { ...auth, 'tus-resumable': '1.0.0', ...more })
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const metadata = `folderId ${encoded(_id)},fileName ${encoded('x')}`
    const uploads = '/api/files/upload'
    const begun = await sendUpload('POST', uploads, { 'upload-length': '10', 'upload-metadata': metadata })
    fits('post', uploads, begun)
    const place = begun.headers.get('location') ?? ''
    const append = (offset: string, bytes: string) =>
      sendUpload('PATCH', place, { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }, bytes)
    const ofUpload = `${uploads}/{uploadId}`
    fits('patch', ofUpload, await append('0', 'docum'))
    fits('patch', ofUpload, await append('5', 'ented'))
    fits('head', ofUpload, await sendUpload('HEAD', place, {}))
    fits('delete', ofUpload, await sendUpload('DELETE', place, {}))
    const files = '/api/files/{fileId}'
    const own = `/api/files/${file.fileId}`
    fits(
      'post',
      `${files}/versions`,
      await post(service, `${own}/versions`, [['attachments', Buffer.from('2'), 'x']], auth),
    )
    fits('get', `${files}/versions`, await get(`${own}/versions`))
    fits('get', `${files}/proof`, await get(`${own}/proof`))
    const printed = await upload(service, ada, _id, pdf(1))
    await get(`/api/files/${printed.fileId}`)
    const { status: drawn, text: picture } = await get(`/api/files/${printed.fileId}/pages/1`)
    fits('get', `${files}/pages/{page}`, { status: drawn, body: picture } as Answer)
    for (const part of ['content', 'thumbnail']) {
      const { status, text } = await get(`${own}/${part}`)
      fits('get', `${files}/${part}`, { status, body: text } as Answer)
    }
    fits('get', files, await get(own))
    fits('patch', files, await service.call('PATCH', own, { fileName: 'x', isFavourite: true }, auth))
    fits('get', '/api/favourites', await get('/api/favourites'))
    const sought = dataOf(fits('get', '/api/search', await get('/api/search?search=x')))
    expect(sought.count).toBeGreaterThan(0)
    fits('delete', files, await service.call('DELETE', own, undefined, auth))
    fits('get', '/api/bin', await get('/api/bin'))
    fits('post', `${files}/restore`, await service.call('POST', `${own}/restore`, undefined, auth))
    fits('delete', '/api/bin', await service.call('DELETE', '/api/bin', undefined, auth))
    const purged = await service.call('DELETE', `${own}?permanent=true`, undefined, auth)
    const deletions = dataOf(fits('get', '/api/deletions', await get('/api/deletions')))
    expect(deletions.data[0].proofUrl).toBe(purged.headers.get('deletion-certificate'))
    fits('get', '/api/deletions/{id}/proof', await get(deletions.data[0].proofUrl))
    const hooks = '/v2/webhooks'
    const wanted = { redirectUrl: 'https://hooks.example.com/in', action: ['hash.succeed'] }
    const { id } = dataOf(fits('post', hooks, await service.call('POST', hooks, wanted, auth)), 201)
    fits('get', hooks, await get(hooks))
    const hook = `${hooks}/{id}`
    const mine = `${hooks}/${id}`
    fits('get', hook, await get(mine))
    fits('patch', hook, await service.call('PATCH', mine, { description: 'x' }, auth))
    fits('post', `${hook}/rotate`, await service.call('POST', `${mine}/rotate`, undefined, auth))
    const test = dataOf(fits('post', `${hook}/test`, await service.call('POST', `${mine}/test`, undefined, auth)))
    fits('get', `${hook}/deliveries`, await get(`${mine}/deliveries`))
    const delivery = `${hook}/deliveries/{deliveryId}`
    fits('get', delivery, await get(`${mine}/deliveries/${test.id}`))
    const again = await service.call('POST', `${mine}/deliveries/${test.id}/redeliver`, undefined, auth)
    fits('post', `${delivery}/redeliver`, again)
    const since = { since: new Date(0).toISOString() }
    fits('post', `${hook}/recover`, await service.call('POST', `${mine}/recover`, since, auth))
    fits('delete', hook, await service.call('DELETE', mine, undefined, auth))
    expect([...seen].sort()).toEqual(
      operations()
        // Managing an account needs a login to the portal: portal/account.test.ts.
        .filter(({ operation }) => operation.tags[0] !== 'Account')
        .map(({ operation }) => operation.operationId)
        .sort(),
    )
  })
})
