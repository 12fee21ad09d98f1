import { ProofError } from './errors.js'

/** What JSON can say. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** Deeper values are refused, so that no input can exhaust the stack; a cycle ends here too. */
export const MAX_DEPTH = 256

/** With the `u` flag a surrogate matches only when it stands alone. */
const loneSurrogate = /[\ud800-\udfff]/u

/**
 * Canonical JSON (RFC 8785, JCS): no white space, keys sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. Members whose value is `undefined` are left out, as `JSON.stringify` does.
 * @throws {@link ProofError} `not-canonical-json` on NaN, Infinity, lone surrogates, anything JSON cannot say, or a
 * value nested more than {@link MAX_DEPTH} deep.
 */
export function canonicalize(value: JsonValue): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new ProofError('not-canonical-json', `nested more than ${MAX_DEPTH} deep`)
  if (value === null || value === true || value === false) return String(value)
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ProofError('not-canonical-json', `${value} has no JSON form`)
    return JSON.stringify(value)
  }
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
  // The default order of sort() is by UTF-16 code units, which is what RFC 8785 §3.2.3 asks for.
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
