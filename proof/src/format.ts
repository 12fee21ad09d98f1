import { type Sha256, sha256, utf8 } from './encoding/hash.js'
import { hashForm } from './encoding/hash-form.js'
import { canonicalize, type JsonValue } from './encoding/jcs.js'
import {
  address,
  type Check,
  chainBytes,
  chainHash,
  checkMembers,
  hash32,
  integer,
  isRecord,
  listOf,
  matches,
  object,
  oneOf,
  positive,
  shallowObject,
} from './encoding/members.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import { MAX_ANCHORS, MAX_WITNESS_BYTES } from './limits.js'

/** States of an anchor: sent, in a block, in a block that the chain considers final. */
const proofStates = ['submitted', 'confirmed', 'final'] as const
export type ProofState = (typeof proofStates)[number]

/** Subjects of a digest: anything submitted as a hash, the content of a file, or a change to a folder or a file. */
const proofKinds = ['stamp', 'file', 'change'] as const
export type ProofKind = (typeof proofKinds)[number]

/** Trie nodes from the header's `stateRoot` to the contract's account, and from its storage root to the slot of the root. */
export type ProofStateProof = { readonly accountProof: readonly string[]; readonly storageProof: readonly string[] }

/**
 * A transaction that carries the root. The members after `state` are present once it is in a block, and only then: the block, and
 * one kind of evidence. Either the transaction is in the block (`transactionIndex`, `trieProof`), or the root is in the contract's
 * storage as of the block (`stateProof`).
 */
export type ProofAnchor = {
  /** CAIP-2 id, `eip155:<chain id>`. */
  readonly chain: string
  /** The network's name, as the operator calls it. */
  readonly network: string
  /** Whether the chain is private. */
  readonly private: boolean
  readonly contract: string
  /** Address that signed the transaction. */
  readonly notary: string
  readonly transactionId: string
  readonly rawTransaction: string
  readonly state: ProofState
  readonly transactionIndex?: number
  readonly trieProof?: readonly string[]
  readonly stateProof?: ProofStateProof
  /** RLP of the block's header. */
  readonly header?: string
  readonly blockHash?: string
  readonly blockNumber?: number
  /** As `Date.toISOString` writes it. */
  readonly blockTime?: string
}

/** Kinds of witness beside the chain of the anchors: a timestamping authority, an OpenTimestamps calendar, another chain. */
const witnessKinds = ['rfc3161', 'opentimestamps', 'chain'] as const
export type WitnessKind = (typeof witnessKinds)[number]

/**
 * The batch in which the issuer recorded a timestamp token: `SHA-256(0x00 ‖ SHA-256(token))` is its leaf `leafIndex`. Shape of tree and
 * path are those of the document's own.
 */
export type ProofRecord = {
  readonly leafIndex: number
  readonly treeSize: number
  readonly path: readonly string[]
  readonly root: string
  readonly anchors: readonly ProofAnchor[]
}

/**
 * A statement of someone else about a tree whose leaf `leafIndex` is `SHA-256(0x00 ‖ root)`, the document's root being that of its
 * batch. Shape of tree and path are those of the document's own.
 */
export type ProofWitness = {
  readonly leafIndex: number
  readonly treeSize: number
  readonly path: readonly string[]
  /** Root of the witnessed tree. */
  readonly root: string
} & (
  | {
      readonly kind: 'rfc3161'
      /** The issuer's name for the authority. */
      readonly authority: string
      /** Timestamp token (RFC 3161) about `root`, hex. */
      readonly token: string
      /** Absent until the token's digest is recorded on the chain. */
      readonly recorded?: ProofRecord
    }
  | {
      readonly kind: 'opentimestamps'
      /** The issuer's name for the calendar. */
      readonly calendar: string
      /** OpenTimestamps file of the digest `root`, hex. */
      readonly ots: string
    }
  | { readonly kind: 'chain'; readonly anchor: ProofAnchor }
)

/** Proof document, version 1; `schema/proof.v1.json` says the same in JSON Schema. */
export type ProofDocument = {
  readonly format: 'tallystick-proof'
  readonly version: 1
  /** Hex of 32, 48 or 64 bytes as submitted; SHA-256 of a file's content; SHA-256 of a change's canonical JSON. */
  readonly hash: string
  readonly kind: ProofKind
  readonly code: string
  /** Salt and details are both present or, erased or not handed out, both absent. */
  readonly salt?: string
  readonly details?: { readonly [key: string]: JsonValue | undefined }
  readonly commitment: string
  readonly leafIndex: number
  readonly treeSize: number
  readonly path: readonly string[]
  readonly root: string
  /** The furthest state of the anchors. */
  readonly state: ProofState
  readonly anchors: readonly ProofAnchor[]
  /** Absent as long as there are none. */
  readonly witnesses?: readonly ProofWitness[]
  /**
   * SHA-256 of the canonical JSON (RFC 8785) of the document without this member. Finds damage to members that no hash on
   * the chain covers, such as the network's name. No defence against forgery: that is what the anchors are for.
   */
  readonly checksum?: string
}

/** Returns the document with its checksum, replacing an existing one. */
export function withChecksum(document: ProofDocument, sha: Sha256 = sha256): ProofDocument {
  return { ...document, checksum: checksumOf(document, sha) }
}

/** Returns the correct `checksum` of a document. */
export function checksumOf(document: ProofDocument, sha: Sha256 = sha256): string {
  const { checksum: _, ...rest } = document
  return toHex(sha(utf8(canonicalize(rest))))
}

const state = oneOf(proofStates)

/** Members of an entry that proofs and manifests share. */
export const entryMembers = {
  code: matches(/^[A-Za-z0-9_-]{1,64}$/),
  salt: matches(/^[0-9a-f]{32}$/),
  details: shallowObject,
  commitment: hash32,
  leafIndex: integer,
}

const documentMembers = {
  hash: matches(hashForm),
  kind: oneOf(proofKinds),
  ...entryMembers,
  treeSize: positive,
  path: listOf(hash32, 0, 53),
  root: hash32,
  state,
  anchors: listOf(object, 1, MAX_ANCHORS),
  witnesses: listOf(object, 1, MAX_ANCHORS),
  checksum: hash32,
}

/**
 * No control or direction characters, because names are printed on terminals and pages. The list is Cf of
 * Unicode 17, written out because it grows: \p{Cf} would accept other names on other runtimes.
 */
const nameOfIssuer = matches(
  /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]{1,200}$/u,
)

/** Members of an anchor that proofs and manifests share. */
export const transactionMembers = {
  chain: matches(/^eip155:(?:[1-9][0-9]{0,31})$/),
  network: nameOfIssuer,
  private: (value: unknown) => typeof value === 'boolean',
  contract: address,
  notary: address,
  transactionId: chainHash,
  rawTransaction: chainBytes,
  state,
}

/** Nodes on the way to a key of 32 bytes, each of which consumes half a byte or more. */
export const MAX_TRIE_NODES = 64

/** Checks the form of a state proof by that of its lists. */
export function stateProofOf(list: Check): Check {
  return (value) =>
    isRecord(value) && Object.keys(value).length === 2 && list(value.accountProof) && list(value.storageProof)
}

/** The members of the two kinds of evidence. An anchor in a block has those of one of them. */
export const evidenceMembers = ['transactionIndex', 'trieProof', 'stateProof']

/** Members of a block that proofs and manifests share. */
export const headerMembers = {
  header: chainBytes,
  blockHash: chainHash,
  blockNumber: integer,
  blockTime: matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/),
}

const nodes = listOf(chainBytes, 1, MAX_TRIE_NODES)
const anchorMembers = {
  ...transactionMembers,
  ...headerMembers,
  transactionIndex: integer,
  trieProof: nodes,
  stateProof: stateProofOf(nodes),
}

const evenHex = matches(/^(?:[0-9a-f]{2})+$/)
const witnessBytes: Check = (value) => evenHex(value) && (value as string).length <= 2 * MAX_WITNESS_BYTES
const witnessMembers = {
  rfc3161: { authority: nameOfIssuer, token: witnessBytes, recorded: object },
  opentimestamps: { calendar: nameOfIssuer, ots: witnessBytes },
  chain: { anchor: object },
} as const

const optionalMembers = new Set([
  'salt',
  'details',
  'witnesses',
  'checksum',
  ...Object.keys(headerMembers),
  ...evidenceMembers,
])

/**
 * Checks the form of a proof document. Strict: refuses unknown members and upper case hex. Whether the proof is true is for
 * `verifyProof` to find out.
 * @param json the document, already parsed as JSON.
 * @throws {@link ProofError} `unsupported` on another format or version; otherwise `malformed`, naming the member.
 */
export function parseProof(json: unknown): ProofDocument {
  if (!isRecord(json)) throw new ProofError('malformed', 'a proof is a JSON object')
  const { format, version, ...rest } = json
  if (format !== 'tallystick-proof')
    throw new ProofError('unsupported', 'this is not a Tallystick proof', 'format', { case: 'format' })
  if (version !== 1) throw new ProofError('unsupported', 'only version 1 is supported', 'version', { case: 'version' })
  checkMembers(rest, documentMembers, optionalMembers, '')
  if ('salt' in rest !== 'details' in rest) {
    throw new ProofError('malformed', 'salt and details must be present together', 'salt' in rest ? 'details' : 'salt')
  }
  if (rest.kind !== 'stamp' && !hash32(rest.hash)) {
    throw new ProofError('malformed', `the hash of a ${rest.kind} must be a SHA-256`, 'hash')
  }
  const anchors = rest.anchors as readonly Record<string, unknown>[]
  for (const [i, anchor] of anchors.entries()) checkAnchorForm(anchor, `anchors[${i}].`)
  const witnesses = (rest.witnesses ?? []) as readonly Record<string, unknown>[]
  for (const [i, witness] of witnesses.entries()) checkWitnessForm(witness, `witnesses[${i}].`)
  if (rest.state !== furthestState(anchors as readonly { state: ProofState }[])) {
    throw new ProofError('malformed', 'state is not the furthest state of the anchors', 'state')
  }
  return json as ProofDocument
}

function checkAnchorForm(anchor: Readonly<Record<string, unknown>>, prefix: string): void {
  checkMembers(anchor, anchorMembers, optionalMembers, prefix)
  checkBlockMembers(anchor, Object.keys(headerMembers), prefix)
}

function checkWitnessForm(witness: Readonly<Record<string, unknown>>, prefix: string): void {
  const kind = witnessKinds.find((one) => one === witness.kind)
  if (kind === undefined) {
    throw new ProofError('malformed', `${prefix}kind does not have the right form`, `${prefix}kind`)
  }
  const { leafIndex, treeSize, path, root } = documentMembers
  const members = { kind: oneOf([kind]), leafIndex, treeSize, path, root, ...witnessMembers[kind] }
  checkMembers(witness, members, new Set(['recorded']), prefix)
  if (kind === 'chain') checkAnchorForm(witness.anchor as Record<string, unknown>, `${prefix}anchor.`)
  if ('recorded' in witness) checkRecordForm(witness.recorded as Record<string, unknown>, `${prefix}recorded.`)
}

function checkRecordForm(recorded: Readonly<Record<string, unknown>>, prefix: string): void {
  const { leafIndex, treeSize, path, root, anchors } = documentMembers
  checkMembers(recorded, { leafIndex, treeSize, path, root, anchors }, new Set(), prefix)
  const list = recorded.anchors as readonly Record<string, unknown>[]
  for (const [i, anchor] of list.entries()) checkAnchorForm(anchor, `${prefix}anchors[${i}].`)
}

/** Returns the furthest state among anchors. */
export function furthestState(anchors: readonly { readonly state: ProofState }[]): ProofState {
  const [furthest] = [...proofStates].reverse().filter((state) => anchors.some((anchor) => anchor.state === state))
  return furthest ?? 'submitted'
}

/**
 * @param block the members that name the block.
 * @throws {@link ProofError} `malformed` unless an anchor has these and one kind of evidence exactly when it is in a block.
 */
export function checkBlockMembers(
  anchor: Readonly<Record<string, unknown>>,
  block: readonly string[],
  prefix: string,
): void {
  const isSubmitted = anchor.state === 'submitted'
  const hasState = 'stateProof' in anchor
  for (const name of [...evidenceMembers, ...block]) {
    const isOther = evidenceMembers.includes(name) && (name === 'stateProof') !== hasState
    if (name in anchor === !(isSubmitted || isOther)) continue
    const beside = isSubmitted ? 'but the anchor is not in a block yet' : 'beside another kind of evidence'
    const message = name in anchor ? `is present, ${beside}` : 'is missing'
    throw new ProofError('malformed', `${prefix}${name} ${message}`, `${prefix}${name}`)
  }
}
