import type { Caveat } from './caveats.js'
import type { ProofErrorCode, RefusalFacts } from './errors.js'
import type { ProofAnchor, ProofDocument } from './format.js'
import type { ManifestDocument } from './manifest/document.js'
import type { Source } from './trust/source.js'

/** The checks of evidence, in order. A manifest and an .ots file have some of them. */
export const checkNames = [
  'format',
  'words',
  'checksum',
  'digest',
  'commitment',
  'tree',
  'transaction',
  'block',
  'witness',
  'chain',
] as const
export type CheckName = (typeof checkNames)[number]

/** Result of one check. `detail` is a diagnostic for engineers, in English; of a skipped check it says why. */
export type ProofCheck = { readonly name: CheckName; readonly status: 'ok' | 'skip' | 'fail'; readonly detail: string }

/**
 * The four verdicts. `confirmed`: someone other than the issuer vouches for a block or a time. `stated`: only the service that issued
 * it does, or the block is of a private chain, whose operator chooses its times. `consistent`: everything fits, but no one vouches
 * for a time. `refused`: something doesn't fit.
 */
export const outcomes = ['confirmed', 'stated', 'consistent', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

/** Whose clock a time is by: a chain's, that of a private chain's operator, a timestamping authority's, or Bitcoin's. `claimed`: of a chain, if its block is one of it. */
export type Clock =
  | { readonly kind: 'chain' | 'claimed' | 'operator'; readonly chain: string }
  | { readonly kind: 'authority'; readonly name: string }
  | { readonly kind: 'bitcoin' }

/**
 * The time that a finding states: its content existed not later than `latest`. Times are as `Date.toISOString` writes them.
 * `earliest` is absent when it would equal `latest`. With an authority, the two bound the moment at which it made its token, as far as
 * its clock may be off; in a folder or a combined certificate they are the times of the first and the last file.
 */
export type FoundTime = { readonly earliest?: string; readonly latest: string; readonly clocks: readonly Clock[] }

/** A refusal: the check that failed, and facts for its sentence. `detail` is that check's diagnostic. */
export type FindingFailure = {
  readonly [Code in ProofErrorCode]: {
    readonly code: Code
    readonly check: CheckName
    readonly facts: RefusalFacts[Code]
    readonly detail: string
  }
}[ProofErrorCode]

/** Members that every finding has, whatever was judged. Data only: the table of words has a sentence for each code. */
type Judged = {
  readonly outcome: Outcome
  readonly checks: readonly ProofCheck[]
  /** Everyone who vouches for the block or the time; empty unless confirmed or stated. */
  readonly sources: readonly Source[]
  /** Present when someone vouches for a time, so never on a finding that is consistent or refused. */
  readonly time?: FoundTime
  /** Points that the verdict leaves open, or rests on. */
  readonly caveats: readonly Caveat[]
  readonly failure?: FindingFailure
}

/** The finding on a proof. */
export type ProofFinding = Judged & {
  readonly about: 'proof'
  /** Whether a file was compared with it. */
  readonly isFileCompared: boolean
  /**
   * The anchor it rests on, of the document or of a witness: the earliest that is vouched for or, if none is, the earliest in a block.
   * One of a private chain only without another. Absent when the finding rests on an authority's time.
   */
  readonly anchor?: ProofAnchor
  /** The document, if it has the right form. */
  readonly proof?: ProofDocument
  /** Present when the file is a stamped copy that was changed, but still begins with the original: the finding on that. */
  readonly original?: ProofFinding
  /**
   * Present when it is on all documents of a combined certificate: how many there are, how many of them are in no block yet, and in how
   * many blocks the others are. The anchor is that of the first then.
   */
  readonly documents?: { readonly count: number; readonly waiting: number; readonly blocks: number }
}

/** The finding on a manifest. */
export type ManifestFinding = Judged & {
  readonly about: 'manifest'
  /** Worth knowing but no reason to refuse: paths that some file systems treat as equal. */
  readonly lookalikes: readonly (readonly string[])[]
  /** The document, if it has the right form. */
  readonly manifest?: ManifestDocument
  /** Number of files that are not in a block yet. */
  readonly waiting: number
  /** By tree, the anchor that it rests on, chosen as for a single proof; null when it is in no block. */
  readonly anchors: readonly (ProofAnchor | null)[]
}

/** An anchor as an .ots file names it, and the root its steps lead to. */
export type OtsAnchor = {
  /** Hex. */
  readonly root: string
  /** CAIP-2 id. */
  readonly chain: string
  /** The transaction that should carry the root, `0x` and 64 hex digits. */
  readonly transactionId: string
  /** Absent when the file was written before there was a block. */
  readonly blockHash?: string
  readonly blockNumber?: number
}

/** An anchor of an .ots file, with the time of its block once a node has shown it. */
export type NamedAnchor = OtsAnchor & Partial<Pick<ProofAnchor, 'blockTime'>>

/** The finding on an OpenTimestamps file. */
export type OtsFinding = Judged & {
  readonly about: 'ots'
  readonly isFileCompared: boolean
  /** SHA-256 that the file is about, hex; absent when the file is unreadable. */
  readonly digest?: string
  readonly anchors: readonly NamedAnchor[]
  /** The anchor that it rests on, once someone vouches for its block. */
  readonly anchor?: NamedAnchor
  /** On Ethereum mainnet: the blocks to whose `transactionsRoot` (hex) the steps lead, through the transaction itself. */
  readonly headers: readonly { readonly blockNumber: number; readonly transactionsRoot: string }[]
}

/** Everything that was found out about evidence, as pure data. */
export type Finding = ProofFinding | ManifestFinding | OtsFinding
