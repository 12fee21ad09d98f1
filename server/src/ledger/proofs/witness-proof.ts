import { type ProofWitness, toHex, type WitnessKind } from '@tallystick/proof'
import { TILE, tiledPath } from '@tallystick/proof/merkle'
import type { Queryable } from '../../base/database/db.js'
import { sha256 } from '../entry.js'
import { splitHashes } from '../seal.js'

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
}

/** As many as a proof may contain; the earliest count most. */
const witnessesMax = 16

const statementsOf = `
SELECT asked.batch_id, said.* FROM unnest($1::uuid[]) AS asked(batch_id), LATERAL (
  SELECT s.kind, s.witness, s.statement, s.answered_at, l.leaf_index, t.size, t.root,
         substring(t.leaves FROM l.leaf_index / ${TILE} * ${TILE * 32} + 1 FOR ${TILE * 32}) AS tile, t.tiles
    FROM witness_leaves l JOIN witness_trees t ON t.id = l.tree_id JOIN witness_statements s ON s.tree_id = t.id
   WHERE l.batch_id = asked.batch_id AND s.statement IS NOT NULL
   ORDER BY s.answered_at, s.kind, s.witness LIMIT ${witnessesMax}) AS said
 ORDER BY said.answered_at, said.kind, said.witness`

/** Returns what witnesses say about batches' roots, as members of proofs, by batch. The room of witnesses writes the rows. */
export async function witnessesOf(db: Queryable, batchIds: readonly string[]): Promise<Map<string, ProofWitness[]>> {
  const found = new Map<string, ProofWitness[]>()
  if (batchIds.length === 0) return found
  for (const row of await db.query<WitnessRow>(statementsOf, [batchIds])) {
    const path = tiledPath(splitHashes(row.tile), splitHashes(row.tiles), row.leaf_index, row.size, sha256)
    const place = { leafIndex: row.leaf_index, treeSize: row.size, path: path.map(toHex), root: toHex(row.root) }
    const others = found.get(row.batch_id) ?? []
    found.set(row.batch_id, others)
    others.push({ ...place, ...saidBy(row) })
  }
  return found
}

function saidBy({ kind, witness, statement }: WitnessRow) {
  switch (kind) {
    case 'rfc3161':
      return { kind, authority: new URL(witness).host, token: toHex(statement) }
    case 'opentimestamps':
      return { kind, calendar: new URL(witness).host, ots: toHex(statement) }
    case 'chain':
      return { kind, anchor: JSON.parse(statement.toString()) }
  }
}
