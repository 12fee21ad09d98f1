import { witnessLeaf } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import { smallestId } from '../base/ids.js'
import type { Auditor } from '../base/room.js'
import { AuditError } from '../ledger/proofs/audit.js'
import { seal, splitHashes } from '../ledger/seal.js'
import * as sql from './sql.js'

const treesAtOnce = 20

const strayRecord = `
SELECT tree_id FROM witness_statements s
 WHERE batch_id IS NOT NULL AND NOT EXISTS (SELECT FROM batches b WHERE b.id = s.batch_id) LIMIT 1`

interface TreeRow {
  id: string
  size: number
  root: Buffer
  leaves: Buffer
  tiles: Buffer
}

/** Audits the trees of the witnesses, whose roots follow from their leaves, and the leaves that record their tokens. */
export function witnessAuditor(database: Database): Auditor {
  return {
    async leaves(batchId) {
      const rows = await database.query<{ leaf_index: number; digest: Buffer }>(sql.recordedIn, [batchId])
      return new Map(rows.map(({ leaf_index, digest }) => [leaf_index, witnessLeaf(digest)]))
    },
    async totals() {
      const [stray] = await database.query<{ tree_id: string }>(strayRecord)
      if (stray) throw new AuditError(`witness tree ${stray.tree_id}: the batch that records its token is missing`)
      for (let after = smallestId(0); ; ) {
        const trees = await database.query<TreeRow>(sql.treesAfter, [after, treesAtOnce])
        for (const tree of trees) {
          const { root, tiles, size } = seal(splitHashes(tree.leaves))
          if (!tree.root.equals(root) || !tree.tiles.equals(tiles) || tree.size !== size) {
            throw new AuditError(`witness tree ${tree.id}: its leaves do not give its root`)
          }
          after = tree.id
        }
        if (trees.length < treesAtOnce) return
      }
    },
  }
}
