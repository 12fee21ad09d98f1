/** Every reason why this package refuses its input. A closed set: callers may switch over it. */
export const proofErrorCodes = [
  /** The document does not have the published form: a member is missing, unknown, or of the wrong type. */
  'malformed',
  /** A format or version that this package does not read. */
  'unsupported',
  /** A value has no canonical JSON form (NaN, Infinity, lone surrogates, undefined, too deep). */
  'not-canonical-json',
  /** Bytes that are not canonical RLP. */
  'rlp',
  /** Not a signed transaction of a known type, or an invalid signature. */
  'transaction',
  /** Not a block header, or its bytes do not hash to the block's hash. */
  'header',
  /** The trie proof does not lead from the root to the key. */
  'trie',
  /** Index, size and path of a tree do not fit together. */
  'tree',
  /** The words of a certificate are not those of its proof. */
  'words',
  /** The digest of the file differs from the digest in the proof. */
  'digest',
  /** Salt and details do not hash to the commitment. */
  'commitment',
  /** The path does not lead to the root. */
  'root',
  /** The anchor contradicts itself or the root. */
  'anchor',
  /** Someone outside of the document knows another block, or none of the anchors is in the block the caller trusts. */
  'block',
  /** A list of checkpoints whose signature does not match, or of another chain. */
  'checkpoints',
  /** The block is older than its chain, or dated in the future. */
  'block-time',
  /** A timestamp token is not what its signer signed. */
  'token',
  /** No trusted authority stands behind a timestamp token's signer, or none did at its time. */
  'authority',
] as const

export type ProofErrorCode = (typeof proofErrorCodes)[number]

/** The only error this package throws on purpose. `field` names the member of the document, if there is one. */
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
