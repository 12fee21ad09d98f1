import { sha256, utf8 } from '../encoding/hash.js'
import { canonicalize } from '../encoding/jcs.js'
import { toHex } from '../encoding/to-hex.js'
import type { ProofAnchor, ProofDocument } from '../format.js'

/** A file of the folder, and the entry that recorded its content. */
export type ManifestFile = Pick<ProofDocument, 'code' | 'salt' | 'details' | 'leafIndex'> & {
  /** Relative to the folder, `/` between segments; see `path.ts`. */
  readonly path: string
  /** Bytes of the content; absent where only its hash was given. */
  readonly size?: number | undefined
  /** Absent: a file's entry. */
  readonly kind?: 'stamp'
  /** SHA-256 of the content. */
  readonly hash: string
  /** One of the batch's transactions. */
  readonly transactionId: string
  /** Index into `batches`. */
  readonly batch: number
  /** Present once salt and details are erased; until then it follows from them. */
  readonly commitment?: string
}

/** A tree that holds leaves of some of the files. */
export type ManifestBatch = {
  readonly treeSize: number
  readonly root: string
  /** The nodes that the files' leaves need to reach the root, see `multiPath`. */
  readonly siblings: readonly string[]
  readonly anchors: readonly ManifestAnchor[]
}

/** A state proof as indexes into the block's nodes. */
type ManifestStateProof = { readonly accountProof: readonly number[]; readonly storageProof: readonly number[] }

/** An anchor with its block as an index into `blocks` and its evidence as indexes into that block's nodes. */
export type ManifestAnchor = Omit<
  ProofAnchor,
  'trieProof' | 'stateProof' | 'header' | 'blockHash' | 'blockNumber' | 'blockTime'
> & { readonly block?: number; readonly trieProof?: readonly number[]; readonly stateProof?: ManifestStateProof }

/** A block, and the nodes of its tries that the anchors need. */
export type ManifestBlock = {
  readonly header: string
  readonly blockHash: string
  readonly blockNumber: number
  readonly blockTime: string
  readonly nodes: readonly string[]
}

/** Proofs of all files of a folder, version 1; `schema/manifest.v1.json` says the same in JSON Schema. */
export type ManifestDocument = {
  readonly format: 'tallystick-manifest'
  readonly version: 1
  readonly folder: { readonly id: string; readonly name: string; readonly createdAt?: string }
  readonly issuedAt: string
  /** Sorted by path, in UTF-16 code units. */
  readonly files: readonly ManifestFile[]
  /** Batches, blocks and nodes stand in the order of their first mention, so a manifest has exactly one form. */
  readonly batches: readonly ManifestBatch[]
  readonly blocks: readonly ManifestBlock[]
  /** SHA-256 of the canonical JSON (RFC 8785) of the document without this member. Finds damage; no defence against forgery. */
  readonly checksum: string
}

/** Returns the document with its checksum, replacing an existing one. */
export function withManifestChecksum(document: Omit<ManifestDocument, 'checksum'>): ManifestDocument {
  return { ...document, checksum: manifestChecksum(document) }
}

/** Returns the correct `checksum` of a document. */
export function manifestChecksum(document: Omit<ManifestDocument, 'checksum'>): string {
  const { checksum: _, ...rest } = document as ManifestDocument
  return toHex(sha256(utf8(canonicalize(rest))))
}

/** Collects the blocks of anchors, so that a manifest holds each block, and each node of its tries, once. */
export class BlockTable {
  private readonly rows = new Map<string, { index: number; nodes: Map<string, number>; block: ProofAnchor }>()

  /** Returns the anchor with references in place of what it shares with others. */
  add({ trieProof, stateProof, header, blockHash, blockNumber, blockTime, ...anchor }: ProofAnchor): ManifestAnchor {
    if (blockHash === undefined) return anchor
    let row = this.rows.get(blockHash)
    if (row === undefined) {
      const block = { header, blockHash, blockNumber, blockTime } as ProofAnchor
      row = { index: this.rows.size, nodes: new Map(), block }
      this.rows.set(blockHash, row)
    }
    const { index, nodes } = row
    const indexOf = (node: string) => {
      const known = nodes.get(node) ?? nodes.size
      nodes.set(node, known)
      return known
    }
    return { ...anchor, block: index, ...evidenceWith(indexOf, { trieProof, stateProof }) }
  }

  /** Yields the blocks collected so far, in the order of their first mention. */
  *blocks(): IterableIterator<ManifestBlock> {
    for (const { block, nodes } of this.rows.values()) {
      yield { ...block, nodes: [...nodes.keys()] } as unknown as ManifestBlock
    }
  }
}

/** Returns the anchor as a separate proof has it: references replaced by what they refer to. */
export function expandAnchor(anchor: ManifestAnchor, blocks: readonly ManifestBlock[]): ProofAnchor {
  const { block: index, trieProof, stateProof, ...rest } = anchor
  if (index === undefined) return rest
  const { nodes, ...block } = blocks[index]!
  return { ...rest, ...block, ...evidenceWith((node) => nodes[node]!, { trieProof, stateProof }) }
}

/** Returns the indexes of an anchor's nodes, in the order in which they refer to the block's. */
export function nodeIndexes({ trieProof = [], stateProof }: ManifestAnchor): readonly number[] {
  return stateProof === undefined ? trieProof : [...stateProof.accountProof, ...stateProof.storageProof]
}

type EvidenceOf<Node> = {
  readonly trieProof: readonly Node[] | undefined
  readonly stateProof: { readonly accountProof: readonly Node[]; readonly storageProof: readonly Node[] } | undefined
}

/** Returns an anchor's evidence with each node replaced; account before storage, because the order is part of the form. */
function evidenceWith<From, To>(of: (node: From) => To, { trieProof, stateProof }: EvidenceOf<From>) {
  if (stateProof === undefined) return trieProof === undefined ? {} : { trieProof: trieProof.map(of) }
  const accountProof = stateProof.accountProof.map(of)
  return { stateProof: { accountProof, storageProof: stateProof.storageProof.map(of) } }
}
