import type { Database } from '../base/database/db.js'
import { smallestId } from '../base/ids.js'
import type { Auditor } from '../base/room.js'
import { AuditError } from '../ledger/proofs/audit.js'
import { seal, splitHashes } from '../ledger/seal.js'
import * as sql from './sql.js'

const treesAtOnce = 20

interface TreeRow {
  id: string
  size: number
  root: Buffer
  leaves: Buffer
  tiles: Buffer
}

/** Audits the trees of the witnesses: each root follows from its leaves. */
export function witnessAuditor(database: Database): Auditor {
  return {
    leaves: async () => new Map(),
    async totals() {
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
