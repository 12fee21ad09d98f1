import { type ApiDocument, resolved, type Schema } from './model/document.js'

/** Returns a schema's type in the words of JSON: `string`, `integer[]`, `"a" | "b"`. */
export function typeOf(document: ApiDocument, reference: Schema): string {
  const schema = resolved(document, reference)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(document, one)))].join(' | ')
  if (schema.items) {
    const inner = typeOf(document, schema.items)
    return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
  }
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

/** Returns the limits of a value: `1–255`, `≥ 1`. */
export function limitsOf(document: ApiDocument, reference: Schema | undefined): string | null {
  if (!reference) return null
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = resolved(document, reference)
  const least = minimum ?? minLength ?? minItems
  const most = maximum ?? maxLength ?? maxItems
  if (least === undefined) return most === undefined ? null : `≤ ${most}`
  return most === undefined ? `≥ ${least}` : `${least}–${most}`
}

/** A schema that has fields, with the name under which they are shown. */
interface Fields {
  name: string
  properties: Readonly<Record<string, Schema>>
  required: readonly string[]
}

/** Returns the objects in a schema, those of lists and alternatives included, but none inside of another. */
export function fieldsOf(document: ApiDocument, reference: Schema): Fields[] {
  const schema = resolved(document, reference)
  if (schema.properties)
    return [{ name: schema.title ?? '', properties: schema.properties, required: schema.required ?? [] }]
  if (schema.items) return fieldsOf(document, schema.items)
  const each = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  return [...(schema.anyOf ?? []), ...each].flatMap((one) => fieldsOf(document, one))
}
