import type { StatedTime, WitnessKind } from '@tallystick/proof'

/** A witness outside of the chain, as the database and people know it. */
export interface NamedWitness {
  kind: WitnessKind
  /** Its address without credentials, or another name that stays: the key of its rows. */
  address: string
  /** Its host. */
  name: string
}

/** A witness that is asked about one tree at a time. */
export interface Witness extends NamedWitness {
  /**
   * Asks it about the root of a tree. May ask twice for the same root, when the process dies before the answer is stored.
   *
   * @param pending what the last answer left to be asked with
   * @param signal ends the request when the service stops
   * @throws {Error} when it doesn't answer, or not as it should: it is asked again
   */
  ask(root: Buffer, pending: Buffer | null, signal: AbortSignal): Promise<WitnessAnswer>
}

/**
 * A witness's answer: its statement, verified, with the time that it states, if it states one; or that there will be one, and what to
 * ask with then.
 */
type WitnessAnswer = { statement: Buffer; at?: StatedTime } | { pending: Buffer }
