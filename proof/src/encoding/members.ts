import { ProofError } from '../errors.js'
import { MAX_CHAIN_BYTES, MAX_DEPTH } from '../limits.js'

/** Tests whether a member has the right form. */
export type Check = (value: unknown) => boolean

export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
export const listOf =
  (check: Check, min: number, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(check)
export const integer: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0 && !Object.is(value, -0)
export const positive: Check = (value) => integer(value) && Number(value) > 0
export const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Characters of the longest transaction, header or node, in hex with `0x`. */
const MAX_CHAIN_TEXT = 2 + 2 * MAX_CHAIN_BYTES

export const hash32 = matches(/^[0-9a-f]{64}$/)
export const chainHash = matches(/^0x[0-9a-f]{64}$/)
export const address = matches(/^0x[0-9a-f]{40}$/)
const chainForm = matches(/^0x(?:[0-9a-f]{2})+$/)
export const chainBytes: Check = (value) => chainForm(value) && (value as string).length <= MAX_CHAIN_TEXT
/** An object of any content, nested so that the document around it stays within the greatest depth. */
export const shallowObject: Check = (value) => object(value) && !isDeeper(value, MAX_DEPTH - 1)

/** Whether more arrays and objects are inside each other than `levels`. Goes no deeper than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Characters of an unknown member's name that messages show. */
const MAX_NAME_SHOWN = 64

/**
 * Checks an object against the members it may have.
 * @param prefix path of the object in the document, for messages.
 * @throws {@link ProofError} `malformed`, naming the member that is unknown, missing, or of the wrong form.
 */
export function checkMembers(
  value: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Check>>,
  optional: ReadonlySet<string>,
  prefix: string,
): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name)) {
      const shown = name.length > MAX_NAME_SHOWN ? `${name.slice(0, MAX_NAME_SHOWN)}…` : name
      throw new ProofError('malformed', `${prefix}${shown} is not a member of this format`, `${prefix}${shown}`)
    }
  }
  for (const name in members) {
    if (!Object.hasOwn(value, name)) {
      if (optional.has(name)) continue
      throw new ProofError('malformed', `${prefix}${name} is missing`, `${prefix}${name}`)
    }
    if (!members[name]?.(value[name])) {
      const problem = excess(value[name]) ?? 'does not have the right form'
      throw new ProofError('malformed', `${prefix}${name} ${problem}`, `${prefix}${name}`)
    }
  }
}

/** Returns what a refused value has too much of, if anything. */
function excess(value: unknown): string | undefined {
  const isLong = (text: unknown) => typeof text === 'string' && text.length > MAX_CHAIN_TEXT
  if (isLong(value)) return `has more than ${MAX_CHAIN_BYTES} bytes`
  if (Array.isArray(value) && value.some(isLong)) return `has an item of more than ${MAX_CHAIN_BYTES} bytes`
  return isDeeper(value, MAX_DEPTH - 1) ? `is nested more than ${MAX_DEPTH} deep` : undefined
}

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return object(value)
}

const timeForm = matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
/** A time of the calendar as `Date.toISOString` writes it: not 30 February, not 24:00. */
export const time: Check = (value) => {
  const milliseconds = timeForm(value) ? Date.parse(value as string) : Number.NaN
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === value
}
