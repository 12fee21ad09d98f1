/** Every reason for which this package refuses its input. Closed set: callers may switch over it. */
export const proofErrorCodes = [
  /** The document is not of the published form (a field is missing, unknown, or of the wrong type). */
  'malformed',
  /** Another format or version than the one this package reads. */
  'unsupported',
  /** A value has no canonical JSON form (NaN, Infinity, lone surrogates, undefined, too deep). */
  'not-canonical-json',
  /** Bytes that are not canonical RLP. */
  'rlp',
  /** Not a signed transaction of a known type, or its signature is invalid. */
  'transaction',
  /** Not a block header, or its bytes do not hash to the block's hash. */
  'header',
  /** The trie proof does not lead from the root to the key. */
  'trie',
  /** Index, size and path of a tree do not fit together. */
  'tree',
  /** The digest of the file is not the one of the proof. */
  'digest',
  /** Salt and details do not give the commitment. */
  'commitment',
  /** The path does not lead to the root. */
  'root',
  /** The anchor contradicts itself or the root. */
  'anchor',
  /** The block is not the one the caller trusts. */
  'block',
  /** There is no anchor in a block yet. */
  'not-anchored',
] as const

export type ProofErrorCode = (typeof proofErrorCodes)[number]

/** The only error this package throws on purpose. `field` names the place in the document, where there is one. */
export class ProofError extends Error {
  readonly code: ProofErrorCode
  readonly field: string | undefined

  constructor(code: ProofErrorCode, message: string, field?: string) {
    super(message)
    this.name = 'ProofError'
    this.code = code
    this.field = field
  }
}
