import {
  commitment,
  type JsonValue,
  type ProofAnchor,
  type ProofDocument,
  type ProofKind,
  toHex,
  withChecksum,
} from '@tallystick/proof'
import { addressText } from '@tallystick/proof/ethereum'
import { rootFromPath, TILE, tiledPath } from '@tallystick/proof/merkle'
import type { Queryable } from '../../base/database/db.js'
import { evidenceOf } from '../../chain/evidence.js'
import { hexOf } from '../../chain/hex.js'
import { batchState, stateNames } from '../batch-state.js'
import { entryLeaf, sha256 } from '../entry.js'
import { splitHashes } from '../seal.js'
import * as sql from '../sql.js'
import { witnessesOf } from './witness-proof.js'

/** The network, for proofs and pages. */
export interface NetworkInfo {
  chainId: number
  name: string
  /** Stated in every proof: a private chain proves only to those who trust its operator. */
  isPrivate: boolean
  contract: Uint8Array
}

/** An entry to prove, from its room. */
export interface ProofSubject {
  kind: ProofKind
  code: string
  digest: Uint8Array
  salt: Uint8Array
  details: JsonValue
  batchId: string
  leafIndex: number
}

/**
 * Makes the proof of an entry with the current state of its anchor; the same document grows from submitted to final.
 *
 * @param options.withDetails whether the reader may have salt and details. Without them the commitment stays closed: the proof
 * shows the digest alone.
 * @throws {Error} when the stored rows don't give the stored root (I6): every proof handed out verifies
 */
export async function proofOf(
  db: Queryable,
  network: NetworkInfo,
  subject: ProofSubject,
  { withDetails }: { withDetails: boolean },
): Promise<ProofDocument> {
  const { leafIndex } = subject
  const [batch] = await db.query<sql.ProofRow>(sql.proofOfBatch, [subject.batchId, Math.floor(leafIndex / TILE)])
  if (!batch) throw new Error(`batch ${subject.batchId} is missing`)
  const path = tiledPath(splitHashes(batch.tile), splitHashes(batch.tiles), leafIndex, batch.size, sha256)
  const leaf = entryLeaf(subject)
  if (!batch.root.equals(rootFromPath(leaf, leafIndex, batch.size, path, sha256))) {
    throw new Error(`${subject.kind} ${subject.code}: its row does not give the root that was anchored`)
  }
  const witnesses = await witnessesOf(db, subject.batchId)
  return withChecksum({
    format: 'tallystick-proof',
    version: 1,
    hash: toHex(subject.digest),
    kind: subject.kind,
    code: subject.code,
    ...(withDetails && { salt: toHex(subject.salt), details: subject.details }),
    commitment: toHex(commitment(subject.salt, subject.details, sha256)),
    leafIndex,
    treeSize: batch.size,
    path: path.map(toHex),
    root: toHex(batch.root),
    state: proofState(batch),
    anchors: [anchorOf(batch, network)],
    ...(witnesses.length > 0 && { witnesses }),
  } as ProofDocument)
}

/** Returns a batch's anchor in its current state. */
export function anchorOf(batch: sql.AnchorRow, network: NetworkInfo): ProofAnchor {
  const common = {
    chain: caip2(network.chainId),
    network: network.name,
    private: network.isPrivate,
    contract: addressText(network.contract),
    notary: addressText(batch.address),
    transactionId: hexOf(batch.transaction_hash),
    rawTransaction: hexOf(batch.raw),
    state: proofState(batch),
  }
  const { header, block_hash, block_number, block_time } = batch
  const evidence = evidenceOf(batch)
  if (!header || !block_hash || block_number === null || !block_time || !evidence) return common as ProofAnchor
  return {
    ...common,
    ...evidence,
    header: hexOf(header),
    blockHash: hexOf(block_hash),
    blockNumber: block_number,
    blockTime: block_time.toISOString(),
  } as ProofAnchor
}

/** A failed batch is not anchored: its proof says `submitted`, and proves only that. */
function proofState({ state }: sql.AnchorRow) {
  return stateNames[state === batchState.failed ? batchState.submitted : state]
}

/** Returns the CAIP-2 identifier of a chain. */
export function caip2(chainId: number): string {
  return `eip155:${chainId}`
}
