import { ProofError } from '../errors.js'
import { MAX_DEPTH } from '../limits.js'

/** A value that JSON can express. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** With the `u` flag, a surrogate matches only when it is unpaired. */
const loneSurrogate = /[\ud800-\udfff]/u

/**
 * Writes canonical JSON (RFC 8785, JCS): no white space, keys sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. Omits members whose value is `undefined`, as `JSON.stringify` does.
 * @throws {@link ProofError} `not-canonical-json` on NaN, Infinity, lone surrogates, anything JSON cannot express, or a
 * value nested more than {@link MAX_DEPTH} deep.
 */
export function canonicalize(value: JsonValue): string {
  // If every object already has its keys in order, the runtime's own writer gives the same text several times faster.
  if (isOrdered(value, 0)) {
    const json = JSON.stringify(value)
    if (!maybeLone.test(json)) return json
  }
  return write(value, 0)
}

/** Matches a lone surrogate as JSON.stringify writes it, and text that looks the same. */
const maybeLone = /\\ud[89a-f]/

/** Whether `JSON.stringify` writes the value in canonical order, and nothing in it needs a closer look. */
function isOrdered(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isOrdered(value[i], depth + 1)) return false
    return true
  }
  if (!isPlainObject(value) || 'toJSON' in value) return false
  let last = ''
  for (const key in value) {
    if ((last !== '' && last >= key) || !isOrdered(value[key], depth + 1)) return false
    last = key
  }
  return true
}

function write(value: unknown, depth: number): string {
  if (value === null || value === true || value === false) return String(value)
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ProofError('not-canonical-json', `${value} has no JSON form`)
    return JSON.stringify(value)
  }
  if (depth === MAX_DEPTH) throw new ProofError('not-canonical-json', `nested more than ${MAX_DEPTH} deep`)
  if (Array.isArray(value)) return list(value, depth)
  if (isPlainObject(value)) return members(value, depth)
  throw new ProofError('not-canonical-json', `a ${typeof value} has no JSON form`)
}

function text(value: string): string {
  if (loneSurrogate.test(value)) throw new ProofError('not-canonical-json', 'a string holds a lone surrogate')
  return JSON.stringify(value)
}

function list(values: readonly unknown[], depth: number): string {
  let out = '['
  for (let i = 0; i < values.length; i++) out += (i === 0 ? '' : ',') + write(values[i], depth + 1)
  return `${out}]`
}

function members(value: Record<string, unknown>, depth: number): string {
  let out = '{'
  // sort() orders by UTF-16 code units, as RFC 8785 §3.2.3 requires.
  for (const key of Object.keys(value).sort()) {
    if (value[key] === undefined) continue
    out += `${out === '{' ? '' : ','}${text(key)}:${write(value[key], depth + 1)}`
  }
  return `${out}}`
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}
