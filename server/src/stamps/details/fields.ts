import type { JsonValue } from '@tallystick/proof'
import type { TSchema } from 'typebox'
import { textArray } from '../../base/database/arrays.js'
import { searchKey } from '../../base/database/search-key.js'
import {
  boolean,
  buffer,
  bytes,
  type FieldType,
  list,
  optionalText,
  text,
  time,
  uuid,
  version,
  word,
} from './field-types.js'

/** The source of the hash, unless the client sets another type; the last two came by the protocols of others. */
export const stampType = { submitted: '0', file: '1', multi: '2', timestamp: '3', calendar: '4' } as const

/** The forms in which a stamp is answered; a field that names one is in it, under that name. */
export type View = 'details' | 'v1' | 'v2' | 'event' | 'page'

/** One field of a stamp. */
interface Field {
  column: string
  type: FieldType<never, JsonValue>
  /**
   * Where a new stamp has it: in its request, drawn for the stamp, or in its id. Requests of one `kind` share the value, which is
   * sent once for all of them. A `derived` field has no column of its own: see `source`.
   */
  from: 'kind' | 'request' | 'stamp' | 'id' | 'derived'
  /** Its value when a request leaves it out. */
  default?: JsonValue
  /** Its name in the details that the commitment binds. */
  committed?: string
  /** Its name in each answer that has it. */
  shown?: Partial<Record<View, string>>
  /** Value sent to PostgreSQL, if it differs. */
  sent?(stamp: { request: { filename: string | undefined } }): unknown
  /** Makes the column's value of what was sent (`n` is its row). */
  stored?: string
  /** Of a derived field: what a row's value is read from, and the field that a new stamp's value is. */
  source?: { sql: string; field: string }
}

/**
 * The fields of a stamp, each in one place: statements, commitment, audit and answers follow from this table.
 *
 * The committed fields never change, or existing proofs and the audit would fail: a field that joins `committed` must be left
 * out of the details of older stamps.
 */
const fields = {
  accountId: { column: 'account_id', type: uuid, from: 'kind', shown: { v1: 'userId', v2: 'userId' } },
  id: { column: 'id', type: uuid, from: 'stamp', committed: 'id', shown: { v1: '_id', v2: '_id', event: 'id' } },
  createdAt: {
    column: 'id',
    type: time,
    from: 'id',
    committed: 'createdAt',
    shown: { details: 'timestamp', v1: 'createdAt', v2: 'createdAt', event: 'timestamp', page: 'createdAt' },
  },
  clientId: { column: 'client_id', type: text, from: 'kind', shown: { v1: 'clientId', v2: 'clientId' } },
  /** The interface it came in by. */
  version: { column: 'version', type: version, from: 'kind' },
  /** The digest: 32, 48 or 64 bytes. */
  hash: {
    column: 'hash',
    type: buffer,
    from: 'request',
    shown: { details: 'hash', v1: 'hash', event: 'hash', page: 'hash' },
  },
  code: {
    column: 'code',
    type: word,
    from: 'stamp',
    committed: 'code',
    shown: { details: 'code', v1: 'code', v2: 'code', event: 'code', page: 'code' },
  },
  filename: {
    column: 'name',
    type: text,
    from: 'stamp',
    committed: 'filename',
    shown: { details: 'filename', v1: 'name', v2: 'name', event: 'filename', page: 'filename' },
    // Most stamps have the default name: the statement makes it, which saves its bytes.
    sent: ({ request }) => request.filename ?? '',
    stored: "CASE n.name WHEN '' THEN 'stamp-' || n.code ELSE n.name END",
  },
  /** A digit string; see {@link stampType}. */
  type: {
    column: 'type',
    type: text,
    from: 'kind',
    default: stampType.submitted,
    committed: 'type',
    shown: { details: 'type', v1: 'type', event: 'type' },
  },
  originalDocHash: {
    column: 'original_doc_hash',
    type: text,
    from: 'kind',
    default: '',
    committed: 'originalDocHash',
    shown: { details: 'originalDocHash', v1: 'originalDocHash' },
  },
  isEsign: {
    column: 'is_esign',
    type: boolean,
    from: 'kind',
    default: false,
    committed: 'isEsign',
    shown: { details: 'isEsign', v1: 'isEsign', v2: 'isEsign' },
  },
  /** Current visibility. */
  isPrivate: {
    column: 'is_private',
    type: boolean,
    from: 'kind',
    default: false,
    shown: { details: 'isPrivate', v1: 'isPrivate', v2: 'isPrivate', event: 'isPrivate' },
  },
  /** Visibility when stamped, which stays: a private stamp can be made public. */
  wasStampedPrivate: {
    column: 'stamped_private',
    type: boolean,
    from: 'derived',
    default: false,
    source: { sql: '(s.is_private OR s.was_private)', field: 'isPrivate' },
    committed: 'isPrivateBc',
    shown: { details: 'isPrivateBc', v1: 'isPrivateBc', event: 'isPrivateBc' },
  },
  /** Whether everyone who sees the stamp sees its metadata and owner, too. */
  publicDetails: {
    column: 'details_public',
    type: boolean,
    from: 'kind',
    default: false,
    shown: { details: 'publicDetails' },
  },
  /** In details, each interface answers it in its own form. */
  metadata: {
    column: 'metadata',
    type: list,
    from: 'request',
    default: [],
    committed: 'metaData',
  },
  /** The account's public name. */
  owner: {
    column: 'owner',
    type: text,
    from: 'kind',
    committed: 'owner',
    shown: { details: 'username' },
  },
  salt: { column: 'salt', type: bytes, from: 'stamp' },
  /** The end user for whom it was made, by the integrator's ID; null: the account. */
  endUser: { column: 'end_user', type: optionalText, from: 'kind', default: null },
} as const satisfies Record<string, Field>

type Fields = typeof fields
type From<Source extends Field['from']> = {
  [Name in keyof Fields]: Fields[Name]['from'] extends Source ? Name : never
}[keyof Fields]
type ValueOf<Name extends keyof Fields> = Fields[Name]['type'] extends FieldType<infer Value, JsonValue> ? Value : never
type ShownOf<Name extends keyof Fields> =
  Fields[Name]['type'] extends FieldType<never, infer Shown extends JsonValue> ? Shown : never
type Defaulted = {
  [Name in keyof Fields]: Fields[Name] extends { default: JsonValue; from: 'kind' | 'request' } ? Name : never
}[keyof Fields]

/** The fields that a request sets. */
export type RequestFields = {
  [Name in Exclude<From<'kind' | 'request'>, Defaulted>]: ValueOf<Name>
} & { [Name in Defaulted]?: ValueOf<Name> | undefined }

/** The fields that are drawn for a new stamp. */
export type StampFields = { [Name in From<'stamp'>]: ValueOf<Name> }

/** A new stamp, as the fields are read from it. */
export type Made = StampFields & { request: RequestFields & { filename: string | undefined } }

/** A stamp's own columns, as read from the database. */
export type FieldRow = {
  [Name in Exclude<keyof Fields, From<'id'>> as Fields[Name]['column']]: ValueOf<Name>
}

/** The part of an answer that shows fields as they are. */
export type Shown<Of extends View> = {
  [Name in keyof Fields as Fields[Name] extends { shown: Record<Of, infer Key extends string> }
    ? Key
    : never]: ShownOf<Name>
}

type AnyField = Field & { name: string }
type Read = (stamp: Made) => never

const all: AnyField[] = Object.entries<Field>(fields).map(([name, field]) => ({ ...field, name }))
const stored = all.filter(({ from }) => from !== 'id' && from !== 'derived')

/** Returns a function that reads the field of a new stamp. */
function readerOf({ name, from, default: absent, source }: AnyField): Read {
  const key = (source?.field ?? name) as never
  if (from === 'id') return (stamp) => stamp.id as never
  if (from === 'stamp') return (stamp) => stamp[key]
  if (absent === undefined) return (stamp) => stamp.request[key]
  return (stamp) => stamp.request[key] ?? (absent as never)
}

/** A column as the statements that write stamps get it. */
export interface WrittenColumn {
  column: string
  /** Its array's type in PostgreSQL, for many stamps: it has an element for each stamp or kind. */
  sql: string
  /** The column's value for many stamps; `n` is a stamp's row, `k` its kind's. */
  value: string
  array(stamps: readonly Made[]): Buffer
  /** The column's value of one stamp. */
  single(stamp: Made): unknown
}

function written(row: 'n' | 'k', field: AnyField): WrittenColumn {
  const read = readerOf(field)
  const { column, type, sent = read } = field
  const { single } = type
  const element = `${row}.${column}`
  return {
    column,
    sql: `${type.sql}[]`,
    value: field.stored ?? type.stored?.(element) ?? element,
    array: (stamps) => type.array(stamps.map((stamp) => sent(stamp)) as never[]),
    single: single ? (stamp) => single(read(stamp)) : read,
  }
}

const kindFields = stored.filter(({ from }) => from === 'kind')

/** Given names are found by it. Stamps with a generated name have none: they are found by their code. */
const searchColumn: WrittenColumn = {
  column: 'search_key',
  sql: 'text[]',
  value: "NULLIF(n.search_key, '')",
  array: (stamps) => textArray(stamps.map(({ request: { filename } }) => (filename ? searchKey(filename) : ''))),
  single: ({ request: { filename } }) => (filename ? searchKey(filename) : null),
}

/** Columns that each stamp has of its own, and those that stamps of a kind share. */
export const ownColumns = [
  ...stored.filter(({ from }) => from !== 'kind').map((field) => written('n', field)),
  searchColumn,
]
export const kindColumns = kindFields.map((field) => written('k', field))
export const kindReaders = kindFields.map(readerOf)

/** All columns, of the table `s`. */
export const columnList = all
  .filter(({ from }) => from !== 'id')
  .map(({ column, source }) => (source ? `${source.sql} AS ${column}` : `s.${column}`))
  .join(', ')

const committed = all
  .flatMap((field) =>
    field.committed === undefined ? [] : [{ ...field, key: field.committed, read: readerOf(field) }],
  )
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .map(({ key, column, type, read }, at) => ({ key, column, type, read, before: `${at === 0 ? '{' : ','}"${key}":` }))

/** Returns the details that a stamp's commitment binds, from its row, for proofs and audits. */
export function detailsOf(row: FieldRow): JsonValue {
  const details: Record<string, JsonValue> = {}
  for (const { key, column, type } of committed) details[key] = type.show(row[column as never])
  return details
}

/** Returns a new stamp's details in canonical form (RFC 8785). Canonicalizing {@link detailsOf} takes two to three times as long. */
export function canonicalDetails(stamp: Made): string {
  let details = ''
  for (const { before, read, type } of committed) details += before + type.canonical(read(stamp))
  return `${details}}`
}

function shownIn(view: View) {
  return all.flatMap(({ shown, column, type }) =>
    shown?.[view] === undefined ? [] : [{ key: shown[view], column, type }],
  )
}

const views: Record<View, ReturnType<typeof shownIn>> = {
  details: shownIn('details'),
  v1: shownIn('v1'),
  v2: shownIn('v2'),
  event: shownIn('event'),
  page: shownIn('page'),
}

/** Returns the fields that an answer shows, under its names. */
export function shown<Of extends View>(view: Of, row: FieldRow): Shown<Of> {
  const fields: Record<string, unknown> = {}
  for (const { key, column, type } of views[view]) fields[key] = type.show(row[column as never])
  return fields as Shown<Of>
}

/** Returns the schema of {@link shown}. */
export function shownSchema(view: View): Record<string, TSchema> {
  return Object.fromEntries(views[view].map(({ key, type }) => [key, type.schema]))
}
