import type { ProofAnchor, ProofDocument } from './format.js'
import { sha256, toHex, utf8 } from './hash.js'
import { canonicalize } from './jcs.js'

/** A file of the folder and the entry that recorded its content. */
export type ManifestFile = Pick<ProofDocument, 'code' | 'salt' | 'details' | 'leafIndex'> & {
  /** Inside the folder, `/` between segments; see `manifest-path.ts`. */
  readonly path: string
  /** Bytes of the content. */
  readonly size: number
  /** SHA-256 of the content. */
  readonly hash: string
  /** Of a transaction of the batch. */
  readonly transactionId: string
  /** Index into `batches`. */
  readonly batch: number
  /** There when salt and details were erased; else it follows from them. */
  readonly commitment?: string
}

/** A tree with leaves of some of the files. */
export type ManifestBatch = {
  readonly treeSize: number
  readonly root: string
  /** What the files' leaves lack to give the root, see `multipath.ts`. */
  readonly siblings: readonly string[]
  readonly anchors: readonly ManifestAnchor[]
}

/** An anchor, its block by index into `blocks`, its trie proof by indexes into that block's nodes. */
export type ManifestAnchor = Omit<
  ProofAnchor,
  'trieProof' | 'header' | 'blockHash' | 'blockNumber' | 'blockTime' | 'transactionIndex'
> & { readonly block?: number; readonly transactionIndex?: number; readonly trieProof?: readonly number[] }

/** A block, and the nodes of its transaction trie that the anchors need. */
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
  /** In the order of their paths' UTF-16 code units. */
  readonly files: readonly ManifestFile[]
  /** Batches, blocks and nodes lie in the order in which they are first named: a manifest has one form. */
  readonly batches: readonly ManifestBatch[]
  readonly blocks: readonly ManifestBlock[]
  /** SHA-256 of the canonical JSON (RFC 8785) of the document without this member. Finds damage; no defence against forgery. */
  readonly checksum: string
}

/** The document with its checksum, replacing one that is there. */
export function sealManifest(document: Omit<ManifestDocument, 'checksum'>): ManifestDocument {
  return { ...document, checksum: manifestChecksum(document) }
}

/** What `checksum` has to be. */
export function manifestChecksum(document: Omit<ManifestDocument, 'checksum'>): string {
  const { checksum: _, ...rest } = document as ManifestDocument
  return toHex(sha256(utf8(canonicalize(rest))))
}
