import type { ApiDocument, Operation, Parameter, Schema } from './document.js'
import { resolved } from './document.js'

/** The inputs of an operation, as typed. */
export interface Values {
  /** By {@link keyOf}; empty: left out. */
  parameters: Readonly<Record<string, string>>
  /** The body's JSON, or the text of the field by name. */
  json: string
  fields: Readonly<Record<string, string>>
  /** Chosen files by field; a body of bytes has the name `body`. */
  files: Readonly<Record<string, File>>
}

/** A request, to be sent or to be written as code. */
export interface Call {
  operation: Operation
  /** With values instead of placeholders, encoded; without the query. */
  path: string
  /** The operation's parameters that have a value, as its schema types them. */
  given: readonly { name: string; in: Parameter['in']; value: string | number | boolean }[]
  body: CallBody | null
}

/** A body. Files are named; their bytes are in {@link Values}. */
type CallBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: readonly [name: string, value: string][]; files: readonly [name: string, file: string][] }
  | { kind: 'bytes'; mediaType: string }

/** Name of a body's bytes among the files. */
export const bytesField = 'body'

/** Returns the name of a parameter that no other of the operation has. */
export const keyOf = ({ in: where, name }: Parameter): string => `${where} ${name}`

/** Returns the fields of a form, the files among them marked. */
export function formFields(
  document: ApiDocument,
  { body }: Operation,
): { name: string; schema: Schema; isFile: boolean }[] {
  if (body?.mediaType !== 'multipart/form-data') return []
  const { properties = {} } = resolved<Schema>(document, body.schema ?? {})
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isFile: schema.format === 'binary' }))
}

/** Returns the values of an operation's own example. Headers that may be left out are. */
export function exampleOf(document: ApiDocument, operation: Operation): Values {
  const { parameters, body } = operation
  const example = (body?.example ?? {}) as Record<string, unknown>
  return {
    parameters: Object.fromEntries(
      parameters.flatMap((one) =>
        one.example !== undefined && (one.required || one.in !== 'header') ? [[keyOf(one), String(one.example)]] : [],
      ),
    ),
    json: body && isJson(body.mediaType) ? JSON.stringify(body.example ?? {}, null, 2) : '',
    fields: Object.fromEntries(
      formFields(document, operation).flatMap(({ name, isFile }) =>
        isFile || example[name] === undefined ? [] : [[name, String(example[name])]],
      ),
    ),
    files: {},
  }
}

const isJson = (mediaType: string) => mediaType === 'application/json'

/**
 * Returns the request that values make.
 *
 * @throws {SyntaxError} when the body isn't JSON
 */
export function callOf(document: ApiDocument, operation: Operation, values: Values): Call {
  const given = operation.parameters.flatMap((one) => {
    const text = values.parameters[keyOf(one)] ?? ''
    return text === '' ? [] : [{ name: one.name, in: one.in, value: typed(one, text) }]
  })
  const path = operation.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = given.find((one) => one.in === 'path' && one.name === name)?.value
    return value === undefined ? placeholder : encodeURIComponent(value)
  })
  return { operation, path, given, body: bodyOf(document, operation, values) }
}

function bodyOf(document: ApiDocument, operation: Operation, { json, fields, files }: Values): CallBody | null {
  const { body } = operation
  if (!body) return null
  if (isJson(body.mediaType)) return { kind: 'json', value: JSON.parse(json) }
  const all = formFields(document, operation)
  if (all.length === 0) return { kind: 'bytes', mediaType: body.mediaType }
  return {
    kind: 'form',
    fields: all
      .flatMap(({ name, isFile }) => (isFile || !fields[name] ? [] : [[name, fields[name]] as const]))
      .map(([name, value]) => [name, value]),
    files: all
      .flatMap(({ name, isFile }) => (isFile ? [[name, files[name]?.name ?? 'document.pdf'] as const] : []))
      .map(([name, file]) => [name, file]),
  }
}

/** Numbers and truth values as such: code and the client's types tell them from text. */
function typed({ schema }: Parameter, text: string): string | number | boolean {
  if (schema?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if ((schema?.type === 'integer' || schema?.type === 'number') && Number.isFinite(Number(text))) return Number(text)
  return text
}

/** Returns the path with the query. */
export function targetOf({ path, given }: Call): string {
  const query = new URLSearchParams(
    given.flatMap(({ name, in: where, value }) => (where === 'query' ? [[name, String(value)]] : [])),
  ).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns the headers that are parameters. */
export function headersOf({ given }: Call): [name: string, value: string][] {
  return given.flatMap(({ name, in: where, value }): [string, string][] =>
    where === 'header' ? [[name, String(value)]] : [],
  )
}

/** Returns the media type of a success, null for none. */
export function answerType({ answers }: Operation): string | null {
  const success = answers.find(({ status }) => status.startsWith('2'))
  return Object.keys(success?.content ?? {})[0] ?? null
}
