import type { Source } from './trust/source.js'

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

/** Facts that a refusal's sentence needs, by its code. `case` picks among several sentences. */
export type RefusalFacts = {
  readonly [Code in ProofErrorCode]: Code extends keyof ParticularFacts ? ParticularFacts[Code] : NoFacts
}

type NoFacts = Readonly<Record<never, never>>

type ParticularFacts = {
  /** `format`: neither a proof nor a manifest; `version`: of another version; `foreign`: another service's .ots file. */
  readonly unsupported: { readonly case: 'format' | 'version' | 'foreign' | 'other' }
  /** `found` is in the certificate, `expected` in its proof. */
  readonly words: {
    readonly case: 'words' | 'added' | 'removed' | 'several-proofs' | 'hidden-proof' | 'structure'
    readonly found: string
    readonly expected: string
  }
  /** `file`: another file; `copy`: neither the stamped copy nor its original, but it begins with that; `absent`: not in the manifest; `uncertified`: not in the combined certificate; `other`: a witness's statement is about something else. */
  readonly digest:
    | { readonly case: 'file'; readonly proven: string; readonly given: string }
    | { readonly case: 'copy'; readonly proven: string; readonly original: string; readonly bytes: number }
    | { readonly case: 'absent'; readonly given: string }
    | { readonly case: 'uncertified'; readonly given: string }
    | { readonly case: 'other' }
  /** `another`: the source knows another hash; `none`: no anchor has the hash; `chains`: anchors of two chains have it; `bitcoin`: no calendar's statement leads to the header; `order`: the time contradicts a neighbour's. */
  readonly block:
    | {
        readonly case: 'another' | 'order'
        readonly chain: string
        readonly block: number
        readonly by: readonly Source[]
      }
    | { readonly case: 'none' | 'chains' | 'bitcoin'; readonly given: string }
  readonly 'block-time':
    | { readonly case: 'early'; readonly chain: string; readonly time: string; readonly since: string }
    | { readonly case: 'late'; readonly time: string }
}

const noFacts = { unsupported: { case: 'other' }, digest: { case: 'other' } } as const

/** Codes whose sentences all have facts: without them there would be no sentence. */
type FactualCode = Exclude<keyof ParticularFacts, keyof typeof noFacts>
type FieldAndFacts<Code extends ProofErrorCode> = [Code] extends [FactualCode]
  ? [field: string | undefined, facts: RefusalFacts[Code]]
  : [field?: string, facts?: RefusalFacts[Code]]

/**
 * The only error this package throws on purpose. `message` is a diagnostic for engineers; people read the sentence that the table of
 * words has for `code` and `facts`. `field` names the member of the document, if there is one.
 */
export class ProofError<Code extends ProofErrorCode = ProofErrorCode> extends Error {
  readonly code: Code
  readonly field: string | undefined
  readonly facts: RefusalFacts[Code]

  constructor(code: Code, message: string, ...[field, facts]: FieldAndFacts<Code>) {
    super(message)
    this.name = 'ProofError'
    this.code = code
    this.field = field
    this.facts = facts ?? (((noFacts as Partial<RefusalFacts>)[code] ?? {}) as RefusalFacts[Code])
  }
}
