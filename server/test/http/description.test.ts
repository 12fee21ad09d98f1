import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/http/errors.js'
import {
  type Content,
  type Document,
  type Operation,
  operationsOf,
  type Response,
} from '../../src/http/openapi/document.js'
import { tags as groups } from '../../src/http/openapi/tags.js'
import { isRefusal, pointerPart } from '../documented.js'
import { useService } from '../service.js'

/** Made from the routes and server/examples.json by `npm run golden`. */
const golden = new URL('../../../docs/openapi.json', import.meta.url)

/** Of the project, in place of a deployment's address. */
const home = 'https://tallystick.example'

const service = useService()
let document: Document & { openapi: string; info: object }
beforeAll(async () => {
  const { servers, ...served } = (await service.call('GET', '/openapi.json')).body
  expect(servers).toEqual([{ url: service.url, description: 'This service.' }])
  expect(served.info.contact.url).toBe(service.url)
  // The golden document is of no deployment.
  document = {
    ...served,
    info: { ...served.info, contact: { ...served.info.contact, url: home } },
    servers: [{ ...servers[0], url: '/' }],
  }
})

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const operations = () => operationsOf(document)
const tags = groups.map(({ name }): string => name)
const fieldsOf = (schema: object) => ('properties' in schema ? (schema.properties as object) : {})
const schemasIn = (part: object | undefined) =>
  part && 'content' in part ? Object.values(part.content as Content).flatMap(({ schema }) => schema ?? []) : []

describe('/openapi.json', () => {
  it('equals docs/openapi.json', () => {
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(document, null, 2)}\n`)
    expect(document, 'if the change is intended, run: npm run golden').toStrictEqual(
      JSON.parse(readFileSync(golden, 'utf8')),
    )
  })

  it('is the same in OpenAPI 3.0, with nothing that 3.0 lacks', async () => {
    const older = (await service.call('GET', '/openapi-3.0.json')).body
    expect(older).toMatchObject({ openapi: '3.0.3', servers: [{ url: service.url }] })
    const idsOf = (paths: Document['paths']) => operationsOf({ paths }).map(({ operation }) => operation.operationId)
    expect(idsOf(older.paths)).toEqual(idsOf(document.paths))
    expect(idsOf(older['x-webhooks'])).toEqual(idsOf(document.webhooks ?? {}))
    const schemas = document.components.schemas ?? {}
    // These are named beside null alone, where 3.0 has no place for a reference.
    const onlyBesideNull = ['BinItemFrom', 'NetworkHead', 'NetworkTrouble', 'RunOfStamp']
    expect(Object.keys(older.components.schemas)).toEqual(
      Object.keys(schemas).filter((name) => !onlyBesideNull.includes(name)),
    )
    expect(older.components.schemas.Network.properties.head).toMatchObject({ type: 'object', nullable: true })
    expect(JSON.stringify(older.components.schemas)).not.toContain('"type":"null"')
    const { otherCode, blockNumber, type } = older.components.schemas.StampDetails.properties
    expect([otherCode, blockNumber]).toMatchObject([
      { type: 'string', nullable: true },
      { type: 'integer', nullable: true },
    ])
    expect(type).not.toHaveProperty('nullable')
  })

  it('is OpenAPI 3.1: its own parts, unique operations, schemas of JSON Schema 2020-12', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: 'Tallystick', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations()) {
      expect(operation).toMatchObject({
        summary: expect.any(String),
        description: expect.any(String),
        tags: [expect.any(String)],
      })
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }))
      }
    }
    const schemas = [
      ...Object.values(document.components.schemas ?? {}),
      ...operations().flatMap(({ operation }) => [
        ...(operation.parameters ?? []).flatMap(({ schema }) => schema ?? []),
        ...[operation.requestBody, ...Object.values(operation.responses)].flatMap(schemasIn),
      ]),
    ]
    for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
  })

  it('has a group with a description for every operation, and a name for every model', () => {
    expect(operations().flatMap(({ operation }) => operation.tags.filter((tag) => !tags.includes(tag)))).toEqual([])
    const { paths, webhooks, components } = document
    const { schemas = {} } = components
    expect(schemas).toMatchObject({ StampDetails: {}, StampCreationAnswer: {}, FileDetailsOwnerInfo: {} })
    // Every object with fields has a name.
    const isInline = (node: unknown): boolean =>
      node !== null && typeof node === 'object' && ('properties' in node || Object.values(node).some(isInline))
    for (const one of [paths, webhooks, ...Object.values(schemas).flatMap((schema) => Object.values(fieldsOf(schema)))])
      expect(isInline(one), JSON.stringify(one).slice(0, 500)).toBe(false)
  })

  it('has examples that are as their schemas say, formats included', () => {
    const strict = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'api')
    const wrong: string[] = []
    let seen = 0
    const look = (node: object, path: string) => {
      if ('schema' in node && 'example' in node) {
        const validate = strict.compile({ $ref: `api#${path}/schema` })
        if (!validate(node.example)) wrong.push(`${path}: ${strict.errorsText(validate.errors)}`)
        seen++
      }
      for (const [name, child] of Object.entries(node))
        if (typeof child === 'object' && child && name !== 'schema' && name !== 'example')
          look(child, `${path}/${pointerPart([name])}`)
    }
    look(document, '')
    expect(seen).toBeGreaterThan(operations().length)
    expect(wrong).toEqual([])
  })

  it('says what a request needs, and what a refusal says', () => {
    const needed = (id: string) =>
      operations()
        .filter(({ operation }) => operation.operationId === id)
        .flatMap(({ operation }) => operation.parameters ?? [])
        .flatMap(({ name, required }) => (required && name ? [name] : []))
    expect(needed('authenticate')).toEqual(['client-id', 'secret-key'])
    expect(needed('appendToUpload')).toEqual(['uploadId', 'tus-resumable', 'upload-offset'])
    // A failure and a reorg take a chain that misbehaves.
    const events = ['hash.succeed', 'test'].map((event) => ({
      operation: document.webhooks?.[event]?.post as Operation,
    }))
    for (const { operation } of [...operations(), ...events]) {
      const { requestBody, responses, operationId } = operation
      const success = Object.entries(responses).flatMap(([status, one]) =>
        /^[23]/.test(status) ? [one as Response] : [],
      )
      for (const { description } of success)
        expect([operationId, description]).not.toEqual([operationId, 'Default Response'])
      const shown = [requestBody, ...success].flatMap((part) => Object.values(part?.content ?? {}))
      const headers = success.flatMap((one) => Object.values(one.headers ?? {}))
      const hasExample = [...shown, ...headers].some((part) => 'example' in part || 'examples' in part)
      expect([operationId, hasExample]).toEqual([operationId, true])
    }
    const { examples = {}, responses = {} } = document.components
    const all = [
      ...Object.values(responses),
      ...operations().flatMap(({ operation }) => Object.values(operation.responses)),
    ]
    const refused = all.flatMap(
      (one) => ('headers' in one && (one.headers?.['Error-Code'] as { schema: { enum: string[] } })) || [],
    )
    const codes = new Set(refused.flatMap(({ schema }) => schema.enum))
    const unseenCodes = [...codes].filter((code) => !(code in examples) && !code.startsWith('timestamp_'))
    // These take 200,000 items at once, 100,000 files or stamps, 10,000 runs, and 1,000 uploads.
    const tooLong = ['bulk_quota', 'folder_too_large', 'list_too_long', 'too_many_runs', 'too_many_uploads']
    expect(unseenCodes.sort(), 'run a test that gets it with UPDATE_GOLDEN=1').toEqual(tooLong)
    for (const [code, example] of Object.entries(examples)) {
      const { message } = (example as { value: { message: string } }).value
      expect([message, isRefusal(code as ErrorCode, message)]).toEqual([message, true])
    }
  })
})
