import {
  canonicalize,
  commitmentOfText,
  type JsonValue,
  type ProofAnchor,
  type ProofDocument,
  type ProofKind,
  type ProofWitness,
} from '@tallystick/proof'
import { addressText } from '@tallystick/proof/ethereum'
import { leafHash } from '@tallystick/proof/merkle'
import type { Queryable } from '../../base/database/db.js'
import { Turn } from '../../base/turns/turn.js'
import { evidenceOf } from '../../chain/evidence.js'
import { hexOf, plainHex } from '../../chain/hex.js'
import { batchState, stateNames } from '../batch-state.js'
import { sha256 } from '../entry.js'
import { BatchTree, runOf } from './batch-tree.js'
import * as sql from './proof-sql.js'
import { SharedChecksum } from './shared-checksum.js'
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

/** The parts that the proofs of a batch's entries share. */
interface BatchParts {
  tree: BatchTree
  size: number
  root: string
  state: ProofDocument['state']
  /** Members of its proofs. */
  shared: { anchors: [ProofAnchor]; witnesses?: readonly ProofWitness[] }
  checksum: SharedChecksum
}

/**
 * Makes the proofs of many entries, some at a time. Entries of one batch share its anchor, its witnesses and its tree, which are read
 * and checked once, also for the entries of the next call.
 *
 * Holds what the last call needed, so its memory follows from the entries of one call: give it a few hundred.
 */
export class ProofMaker {
  private readonly db: Queryable
  private readonly network: NetworkInfo
  /** By batch. */
  private known = new Map<string, BatchParts>()

  constructor(db: Queryable, network: NetworkInfo) {
    this.db = db
    this.network = network
  }

  /**
   * Makes the proofs of entries, in their order.
   *
   * @param options.withDetails whether the reader may have salt and details. Without them the commitment stays closed: the proof
   * shows the digest alone.
   * @throws {Error} when the stored rows don't give the stored root (I6): every proof handed out verifies
   */
  async proofs(subjects: readonly ProofSubject[], options: { withDetails: boolean }): Promise<ProofDocument[]> {
    const wanted = new Map<string, Set<number>>()
    for (const { batchId, leafIndex } of subjects) {
      const runs = wanted.get(batchId) ?? new Set()
      wanted.set(batchId, runs.add(runOf(leafIndex)))
    }
    const known = await this.read(wanted)
    const turn = new Turn()
    const proofs: ProofDocument[] = []
    for (const subject of subjects) {
      if (turn.isOver()) await turn.next()
      proofs.push(documentOf(subject, known.get(subject.batchId) as BatchParts, options))
    }
    return proofs
  }

  /** Reads what isn't known of these runs of batches, and forgets all others. */
  private async read(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<ReadonlyMap<string, BatchParts>> {
    const parts = new Map([...this.known].filter(([batchId]) => wanted.has(batchId)))
    const missing = { batchIds: [] as string[], runs: [] as number[] }
    for (const [batchId, runs] of wanted) {
      const tree = parts.get(batchId)?.tree
      tree?.keepOnly(runs)
      for (const run of runs) {
        if (tree?.has(run)) continue
        missing.batchIds.push(batchId)
        missing.runs.push(run)
      }
    }
    if (missing.runs.length > 0) {
      const rows = await this.db.query<sql.ProofRow>(sql.runsOfBatches, [missing.batchIds, missing.runs])
      const fresh = new Set(missing.batchIds.filter((batchId) => !parts.has(batchId)))
      const witnesses = await witnessesOf(this.db, [...fresh], (batch) => anchorOf(batch, this.network))
      const turn = new Turn()
      for (const row of rows) {
        if (turn.isOver()) await turn.next()
        const own = parts.get(row.id) ?? this.partsOf(row, witnesses.get(row.id) ?? [])
        own.tree.add(row.run, row.leaves)
        parts.set(row.id, own)
      }
    }
    for (const batchId of wanted.keys()) if (!parts.has(batchId)) throw new Error(`batch ${batchId} is missing`)
    this.known = parts
    return parts
  }

  private partsOf(row: sql.ProofRow, witnesses: readonly ProofWitness[]): BatchParts {
    const tree = new BatchTree(row)
    const anchors: [ProofAnchor] = [anchorOf(row, this.network)]
    const shared: BatchParts['shared'] = { anchors, ...(witnesses.length > 0 && { witnesses }) }
    const checksum = new SharedChecksum(anchors, witnesses)
    return { tree, size: row.size, root: plainHex(row.root), state: proofState(row), shared, checksum }
  }
}

/** Makes the proof of one entry with the current state of its anchor; the same document grows from submitted to final. */
export async function proofOf(
  db: Queryable,
  network: NetworkInfo,
  subject: ProofSubject,
  options: { withDetails: boolean },
): Promise<ProofDocument> {
  const [proof] = await new ProofMaker(db, network).proofs([subject], options)
  return proof as ProofDocument
}

function documentOf(
  subject: ProofSubject,
  { tree, size, root, state, shared, checksum }: BatchParts,
  { withDetails }: { withDetails: boolean },
): ProofDocument {
  const { kind, code, digest, details, leafIndex } = subject
  const closed = commitmentOfText(subject.salt, canonicalize(details), sha256)
  const path = tree.pathOf(leafIndex, leafHash(digest, closed, sha256))
  if (!path) throw new Error(`${kind} ${code}: its row does not give the root that was anchored`)
  const format = 'tallystick-proof'
  const version = 1
  const hash = plainHex(digest)
  const salt = plainHex(subject.salt)
  const commitment = plainHex(closed)
  const treeSize = size
  // In canonical order, which is hashed several times as fast.
  const own = withDetails
    ? { code, commitment, details, format, hash, kind, leafIndex, path, root, salt, state, treeSize, version }
    : { code, commitment, format, hash, kind, leafIndex, path, root, state, treeSize, version }
  return {
    format,
    version,
    hash,
    kind,
    code,
    ...(withDetails && { salt, details }),
    commitment,
    leafIndex,
    treeSize,
    path,
    root,
    state,
    ...shared,
    checksum: checksum.of(own as JsonValue),
  } as unknown as ProofDocument
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
