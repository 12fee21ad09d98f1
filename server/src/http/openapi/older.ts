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
type Named = Readonly<Record<string, Schema>>

/**
 * Returns a document of OpenAPI 3.1 in the form of 3.0 (https://spec.openapis.org/oas/v3.0.3.html), for generators that read only
 * that. Null, which 3.0 has no type for, makes a schema `nullable`; webhooks, which it has no place for, are in `x-webhooks`.
 *
 * @throws {Error} when a schema has a keyword that 3.0 lacks or reads in another way: a route needs a line here for it
 */
export function inOpenApi30(document: Document): object {
  const { webhooks, info, ...rest } = document
  const { identifier: _, ...license } = info.license
  const named = document.components.schemas as Named
  return withoutUnused({
    ...(older(rest, named) as { components: { schemas: Named } }),
    openapi: '3.0.3',
    info: { ...info, license: { ...license, url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    'x-webhooks': older(webhooks, named),
  })
}

/** Leaves out the schemas that only references beside null named. */
function withoutUnused<Older extends { components: { schemas: Named } }>(document: Older): Older {
  const { schemas } = document.components
  const text = JSON.stringify(document)
  const used = Object.entries(schemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  if (used.length === Object.keys(schemas).length) return document
  return withoutUnused({ ...document, components: { ...document.components, schemas: Object.fromEntries(used) } })
}

/** Null alone. `nullable` counts only beside a type, whichever it is. */
const onlyNull = { type: 'object', nullable: true, enum: [null] }

/** Rewrites the schemas inside a part of a document, and nothing else. */
function older(part: unknown, named: Named): unknown {
  if (Array.isArray(part)) return part.map((one) => older(one, named))
  if (part === null || typeof part !== 'object') return part
  const rewritten = Object.entries(part).map(([key, value]) => {
    // Examples are data of any form.
    if (key === 'example' || key === 'examples') return [key, value]
    if (key === 'schema') return [key, olderSchema(value, named)]
    if (key === 'schemas') return [key, mapValues(value, (one) => olderSchema(one, named))]
    return [key, older(value, named)]
  })
  return Object.fromEntries(rewritten)
}

function olderSchema(schema: Schema, named: Named): Schema {
  const { anyOf, $ref, ...rest } = schema
  const own = olderKeywords(rest, named)
  // OpenAPI 3.0 ignores anything beside a reference.
  if ($ref !== undefined) return Object.keys(own).length === 0 ? { $ref } : { ...own, allOf: [{ $ref }] }
  if (anyOf === undefined) return own
  const others = (anyOf as Schema[]).filter(({ type }) => type !== 'null')
  const alternatives = others.map((one) => olderSchema(one, named))
  if (others.length === (anyOf as Schema[]).length) return { ...own, anyOf: alternatives }
  const [only] = alternatives
  if (alternatives.length > 1 || only === undefined) return { ...own, anyOf: [...alternatives, onlyNull] }
  const { title: _, ...whole } = typeof only.$ref === 'string' ? resolved(only.$ref, named) : only
  return { ...whole, ...own, nullable: true, ...('enum' in whole && { enum: [...(whole.enum as unknown[]), null] }) }
}

/** Returns a schema with a name, rewritten: `nullable` counts only beside a type, not beside a reference to one. */
function resolved($ref: string, named: Named): Schema {
  const found = named[$ref.slice($ref.lastIndexOf('/') + 1)]
  if (found === undefined) throw new Error(`no schema ${$ref}`)
  return olderSchema(found, named)
}

function olderKeywords(schema: Schema, named: Named): Schema {
  const keywords = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties') return [key, mapValues(value, (one) => olderSchema(one, named))]
    if (key === 'items') return [key, olderSchema(value as Schema, named)]
    if (key === 'additionalProperties')
      return [key, typeof value === 'boolean' ? value : olderSchema(value as Schema, named)]
    if (!alike.has(key) || (key === 'type' && typeof value !== 'string'))
      throw new Error(`no form in OpenAPI 3.0 for ${JSON.stringify({ [key]: value }).slice(0, 200)}`)
    return [key, value]
  })
  const { type, enum: values = [] } = schema
  if (type === 'null') return { ...Object.fromEntries(keywords), ...onlyNull }
  const kinds = new Set((values as unknown[]).map((value) => (typeof value === 'number' ? 'integer' : typeof value)))
  const [kind] = kinds
  // `nullable`, which may be added, counts only beside a type.
  return { ...Object.fromEntries(keywords), ...(type === undefined && kinds.size === 1 && { type: kind }) }
}

function mapValues(object: unknown, change: (value: Schema) => unknown): object {
  return Object.fromEntries(
    Object.entries(object as Record<string, Schema>).map(([key, value]) => [key, change(value)]),
  )
}
