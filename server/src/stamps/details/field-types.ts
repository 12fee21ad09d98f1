import { canonicalize, type JsonValue } from '@tallystick/proof'
import type { TSchema } from 'typebox'
import { booleanArray, byteaArray, smallintArray, textArray, uuidArray } from '../../base/database/arrays.js'
import { createdAt } from '../../base/ids.js'

/** How values of a type travel: to PostgreSQL, into the commitment, and into details and answers. */
export interface FieldType<Value, Shown extends JsonValue> {
  /** The PostgreSQL type of {@link array}'s elements. */
  sql: string
  array(values: readonly Value[]): Buffer
  /** Makes the column's value from an element, where they differ. */
  stored?(element: string): string
  /** A single value as the driver takes it, where it would send another form. */
  single?(value: Value): unknown
  /** Canonical JSON (RFC 8785). */
  canonical(value: Value): string
  show(value: Value): Shown
  /** Plain JSON Schema: threads that make stamps have no use for the library. */
  schema: TSchema
}

/** Text that needs no escaping in JSON. */
const plain = /^[ !#-[\]-~]*$/
const quoted = (value: string) => `"${value}"`
const same = <Value>(value: Value) => value
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

export const text: FieldType<string, string> = {
  sql: 'text',
  array: textArray,
  canonical: (value) => (plain.test(value) ? quoted(value) : canonicalize(value)),
  show: same,
  schema: { type: 'string' },
}
/** Mostly null, and then sent as empty text. */
export const optionalText: FieldType<string | null, string | null> = {
  sql: 'text',
  array: (values) => textArray(values.map((value) => value ?? '')),
  stored: (element) => `NULLIF(${element}, '')`,
  canonical: canonicalize,
  show: same,
  schema: { type: ['string', 'null'] },
}
/** Text of letters, digits and dashes. */
export const word = { ...text, canonical: quoted }
export const uuid: FieldType<string, string> = {
  sql: 'uuid',
  array: uuidArray,
  canonical: quoted,
  show: same,
  schema: { type: 'string', format: 'uuid' },
}
/** The time in a UUIDv7. */
export const time: FieldType<string, string> = {
  ...uuid,
  canonical: (id) => quoted(createdAt(id)),
  show: createdAt,
  schema: { type: 'string', format: 'date-time' },
}
export const version: FieldType<1 | 2, number> = {
  sql: 'smallint',
  array: smallintArray,
  canonical: String,
  show: same,
  schema: { type: 'integer' },
}
export const boolean: FieldType<boolean, boolean> = {
  sql: 'boolean',
  array: booleanArray,
  canonical: String,
  show: same,
  schema: { type: 'boolean' },
}
export const bytes: FieldType<Uint8Array, string> = {
  sql: 'bytea',
  array: byteaArray,
  canonical: (value) => quoted(hex(value)),
  show: hex,
  schema: { type: 'string' },
}
export const buffer: FieldType<Buffer, string> = bytes
/** Mostly empty, and then sent as empty text. */
export const list: FieldType<JsonValue[], JsonValue[]> = {
  sql: 'text',
  array: (values) => textArray(values.map((value) => (value.length === 0 ? '' : JSON.stringify(value)))),
  stored: (element) => `CASE ${element} WHEN '' THEN '[]' ELSE ${element} END::json`,
  // The driver takes a list for an array of PostgreSQL.
  single: (value) => JSON.stringify(value),
  canonical: canonicalize,
  show: same,
  schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
}
