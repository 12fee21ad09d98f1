import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Answer } from '../service.js'

interface Operation {
  operationId: string
  tags: string[]
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

const paths: Record<string, Record<string, Operation>> = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
).paths
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const seen = new Set<string>()

/** Expects an answer to match its schema in docs/openapi.json, and returns it. */
export function documented(method: string, path: string, answer: Answer): Answer {
  const operation = paths[path]?.[method]
  const schema = Object.values(operation?.responses[answer.status]?.content ?? {})[0]?.schema
  expect(schema, `${method} ${path} ${answer.status}: ${answer.text}`).toBeDefined()
  expect(ajv.validate(schema as object, answer.body), `${path} ${JSON.stringify(ajv.errors)}`).toBe(true)
  seen.add(operation?.operationId ?? '')
  return answer
}

/** Returns the operations under a tag that {@link documented} has not seen. */
export function unseen(tag: string): string[] {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  return all
    .filter(({ tags }) => tags[0] === tag)
    .flatMap(({ operationId }) => (seen.has(operationId) ? [] : [operationId]))
}
