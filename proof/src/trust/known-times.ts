import { ProofError } from '../errors.js'
import type { ProofWitness } from '../format.js'
import type { Source } from './source.js'
import { timeProblem } from './stated-times.js'

/*
 * A proof can contain timestamp tokens of authorities. Reading one takes an ASN.1 library and WebCrypto, which is asynchronous, so
 * callers check tokens first (`verifyWitnesses` of @tallystick/proof/tsa) and pass the result on. Without that, a token says nothing.
 */

/** A time that someone other than the document's issuer vouches for. */
export type KnownTime = {
  /** The token, or the calendar's file, that says so, hex as in the document. */
  readonly token: string
  /** As `Date.toISOString` writes it. */
  readonly time: string
  /** How far the time may be off, in milliseconds; absent when the authority does not say. */
  readonly accuracyMs?: number
  /** When the first certificate behind it expires, or did; ISO 8601, UTC. Absent without certificates. */
  readonly validUntil?: string
  readonly source: Source
}

/**
 * Returns the bounds of the moment that an authority states, as `Date.toISOString` writes them: as far as its clock may be off. Equal when
 * the authority doesn't say.
 */
export function boundsOfTime({ time, accuracyMs = 0 }: Pick<KnownTime, 'time' | 'accuracyMs'>): {
  readonly earliest: string
  readonly latest: string
} {
  const ms = Date.parse(time)
  const at = (bound: number) => new Date(Math.min(Math.max(bound, 0), LATEST_MS)).toISOString()
  return { earliest: at(Math.floor(ms - accuracyMs)), latest: at(Math.ceil(ms + accuracyMs)) }
}

/** The end of the year 9999: times are compared as texts, which takes four digits for the year. */
const LATEST_MS = 253_402_300_799_999

/** A token that was checked: its time; `open` when no trusted authority stands behind it; or why it is forged. */
export type CheckedToken =
  | KnownTime
  | { readonly token: string; readonly open: string }
  | { readonly token: string; readonly failure: ProofError }

/** A witness whose statement has a time: an authority's token, or a calendar's file. */
export type TimedWitness = Exclude<ProofWitness, { kind: 'chain' }>

/** A witness that is an authority. */
export type AuthorityWitness = Extract<ProofWitness, { kind: 'rfc3161' }>

/**
 * Returns the time of a witness, if its token was checked and an authority that the reader trusts stands behind it.
 * @param now the verifier's clock in milliseconds since 1970; without it, no time counts as one of the future.
 * @throws {@link ProofError} `token`, or another code of the check, when the token is forged; `block-time` when it is of the future.
 */
export function timeOf(
  witness: TimedWitness,
  checked: readonly CheckedToken[],
  now: number | undefined,
): KnownTime | undefined {
  const token = witness.kind === 'rfc3161' ? witness.token : witness.ots
  for (const one of checked) {
    if (one.token !== token || 'open' in one) continue
    if ('failure' in one) throw one.failure
    const stated = { timeMs: Date.parse(one.time), accuracyMs: one.accuracyMs ?? 0 }
    if (now === undefined || timeProblem(stated, { nowMs: now }) === null) return one
    const what = witness.kind === 'rfc3161' ? 'timestamp token' : 'Bitcoin header'
    const message = `the ${what} is dated ${one.time}, which is in the future by this computer's clock`
    throw new ProofError('block-time', message, 'token', { case: 'late', time: one.time })
  }
  return undefined
}
