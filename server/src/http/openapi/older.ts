import type { Document } from './document.js'

/** The keywords of a schema of OpenAPI 3.0 that mean what they mean in 3.1, where their value is not a schema. */
const alike = new Set([
  'title',
  'description',
  'type',
  'format',
  'enum',
  'required',
  'pattern',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'deprecated',
])

type Schema = Record<string, unknown>

/**
 * Returns a document of OpenAPI 3.1 in the form of 3.0 (https://spec.openapis.org/oas/v3.0.3.html), for generators that read only
 * that. Null, which 3.0 has no type for, makes a schema `nullable`; webhooks, which it has no place for, are in `x-webhooks`.
 *
 * @throws {Error} when a schema has a keyword that 3.0 lacks or reads in another way: a route needs a line here for it
 */
export function inOpenApi30(document: Document): object {
  const { webhooks, info, ...rest } = document
  const { identifier: _, ...license } = info.license
  return {
    ...(older(rest) as object),
    openapi: '3.0.3',
    info: { ...info, license: { ...license, url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    'x-webhooks': older(webhooks),
  }
}

/** Rewrites the schemas inside a part of a document, and nothing else. */
function older(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(older)
  if (part === null || typeof part !== 'object') return part
  const rewritten = Object.entries(part).map(([key, value]) => {
    // Examples are data of any form.
    if (key === 'example' || key === 'examples') return [key, value]
    if (key === 'schema') return [key, olderSchema(value)]
    if (key === 'schemas') return [key, mapValues(value, olderSchema)]
    return [key, older(value)]
  })
  return Object.fromEntries(rewritten)
}

function olderSchema(schema: Schema): Schema {
  const { anyOf, $ref, ...rest } = schema
  const own = olderKeywords(rest)
  // OpenAPI 3.0 ignores anything beside a reference.
  if ($ref !== undefined) return Object.keys(own).length === 0 ? { $ref } : { ...own, allOf: [{ $ref }] }
  if (anyOf === undefined) return own
  const others = (anyOf as Schema[]).filter(({ type }) => type !== 'null')
  const alternatives = others.map(olderSchema)
  if (others.length === (anyOf as Schema[]).length) return { ...own, anyOf: alternatives }
  const [only] = alternatives
  if (alternatives.length > 1 || only === undefined) return { ...own, anyOf: alternatives, nullable: true }
  return only.$ref === undefined
    ? { ...only, ...own, nullable: true, ...('enum' in only && { enum: [...(only.enum as unknown[]), null] }) }
    : { ...own, allOf: [only], nullable: true }
}

function olderKeywords(schema: Schema): Schema {
  const keywords = Object.entries(schema).map(([key, value]): [string, unknown] => {
    // The only value of such a schema.
    if (key === 'type' && value === 'null') return ['enum', [null]]
    if (key === 'properties') return [key, mapValues(value, olderSchema)]
    if (key === 'items') return [key, olderSchema(value as Schema)]
    if (key === 'additionalProperties') return [key, typeof value === 'boolean' ? value : olderSchema(value as Schema)]
    if (!alike.has(key) || (key === 'type' && typeof value !== 'string'))
      throw new Error(`no form in OpenAPI 3.0 for ${JSON.stringify({ [key]: value }).slice(0, 200)}`)
    return [key, value]
  })
  const isNull = schema.type === 'null'
  return { ...Object.fromEntries(keywords), ...(isNull && { nullable: true }) }
}

function mapValues(object: unknown, change: (value: Schema) => unknown): object {
  return Object.fromEntries(
    Object.entries(object as Record<string, Schema>).map(([key, value]) => [key, change(value)]),
  )
}
