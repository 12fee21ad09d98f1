import { ProofError } from './errors.js'

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

export const hash32 = matches(/^[0-9a-f]{64}$/)
export const chainHash = matches(/^0x[0-9a-f]{64}$/)
export const address = matches(/^0x[0-9a-f]{40}$/)
export const chainBytes = matches(/^0x(?:[0-9a-f]{2})+$/)

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
      throw new ProofError('malformed', `${prefix}${name} is not a member of this format`, `${prefix}${name}`)
    }
  }
  for (const name in members) {
    if (!Object.hasOwn(value, name)) {
      if (optional.has(name)) continue
      throw new ProofError('malformed', `${prefix}${name} is missing`, `${prefix}${name}`)
    }
    if (!members[name]?.(value[name])) {
      throw new ProofError('malformed', `${prefix}${name} does not have the right form`, `${prefix}${name}`)
    }
  }
}

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return object(value)
}
