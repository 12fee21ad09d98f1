import { type ProofAnchor, type ProofRecord, type ProofWitness, toHex, type WitnessKind } from '@tallystick/proof'
import { TILE, tiledPath } from '@tallystick/proof/merkle'
import type { Queryable } from '../../base/database/db.js'
import { batchState } from '../batch-state.js'
import { sha256 } from '../entry.js'
import { splitHashes } from '../seal.js'
import * as sql from './proof-sql.js'

/** A witness's statement about the tree that a batch is in; `tile` is the run of 256 leaves with the batch. */
interface WitnessRow {
  batch_id: string
  kind: WitnessKind
  witness: string
  statement: Buffer
  leaf_index: number
  size: number
  root: Buffer
  tile: Buffer
  tiles: Buffer
  /** Where the statement's digest is recorded, if it is. */
  record_batch: string | null
  record_index: number | null
}

/** As many as a proof may contain; the earliest count most. */
const witnessesMax = 16

const statementsOf = `
SELECT asked.batch_id, said.* FROM unnest($1::uuid[]) AS asked(batch_id), LATERAL (
  SELECT s.kind, s.witness, s.statement, s.answered_at, s.batch_id AS record_batch, s.leaf_index AS record_index, l.leaf_index, t.size, t.root,
         substring(t.leaves FROM l.leaf_index / ${TILE} * ${TILE * 32} + 1 FOR ${TILE * 32}) AS tile, t.tiles
    FROM witness_leaves l JOIN witness_trees t ON t.id = l.tree_id JOIN witness_statements s ON s.tree_id = t.id
   WHERE l.batch_id = asked.batch_id AND s.statement IS NOT NULL
   ORDER BY s.answered_at, s.kind, s.witness LIMIT ${witnessesMax}) AS said
 ORDER BY said.answered_at, said.kind, said.witness`

/**
 * Returns what witnesses say about batches' roots, as members of proofs, by batch. The room of witnesses writes the rows.
 *
 * @param anchorOf makes the anchor of a batch
 */
export async function witnessesOf(
  db: Queryable,
  batchIds: readonly string[],
  anchorOf: (batch: sql.AnchorRow) => ProofAnchor,
): Promise<Map<string, ProofWitness[]>> {
  const found = new Map<string, ProofWitness[]>()
  if (batchIds.length === 0) return found
  const rows = await db.query<WitnessRow>(statementsOf, [batchIds])
  const records = await recordsOf(db, rows, anchorOf)
  for (const row of rows) {
    const path = tiledPath(splitHashes(row.tile), splitHashes(row.tiles), row.leaf_index, row.size, sha256)
    const place = { leafIndex: row.leaf_index, treeSize: row.size, path: path.map(toHex), root: toHex(row.root) }
    const others = found.get(row.batch_id) ?? []
    found.set(row.batch_id, others)
    others.push({ ...place, ...saidBy(row, records.get(row)) })
  }
  return found
}

/** Returns the records of tokens, once their batches are final: before, they show nothing for certain. */
async function recordsOf(
  db: Queryable,
  rows: readonly WitnessRow[],
  anchorOf: (batch: sql.AnchorRow) => ProofAnchor,
): Promise<Map<WitnessRow, ProofRecord>> {
  const found = new Map<WitnessRow, ProofRecord>()
  const recorded = rows.filter(({ record_batch }) => record_batch !== null)
  if (recorded.length === 0) return found
  const runs = recorded.map(({ record_index }) => Math.floor(Number(record_index) / TILE))
  const batches = await db.query<sql.ProofRow>(sql.runsOfBatches, [
    recorded.map(({ record_batch }) => record_batch),
    runs,
  ])
  for (const [at, row] of recorded.entries()) {
    const batch = batches.find(({ id, run }) => id === row.record_batch && run === runs[at])
    if (batch?.state !== batchState.final) continue
    const leafIndex = Number(row.record_index)
    const { size, root, leaves, tiles } = batch
    const path = tiledPath(splitHashes(leaves), splitHashes(tiles), leafIndex, size, sha256).map(toHex)
    found.set(row, { leafIndex, treeSize: size, path, root: toHex(root), anchors: [anchorOf(batch)] })
  }
  return found
}

function saidBy({ kind, witness, statement }: WitnessRow, recorded: ProofRecord | undefined) {
  switch (kind) {
    case 'rfc3161':
      return { kind, authority: new URL(witness).host, token: toHex(statement), ...(recorded && { recorded }) }
    case 'opentimestamps':
      return { kind, calendar: new URL(witness).host, ots: toHex(statement) }
    case 'chain':
      return { kind, anchor: JSON.parse(statement.toString()) }
  }
}
