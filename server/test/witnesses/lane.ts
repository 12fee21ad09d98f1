import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../src/base/database/db.js'

/** A lane whose batches are rows only: their roots are all that trees are about. */
export class TestLane {
  private nonce = 0
  private readonly database: Database
  private readonly id: number

  private constructor(database: Database, id: number) {
    this.database = database
    this.id = id
  }

  static async create(database: Database): Promise<TestLane> {
    const insert = 'INSERT INTO lanes (address, next_nonce) VALUES ($1, 0) RETURNING id'
    const [row] = await database.query<{ id: number }>(insert, [randomBytes(20)])
    return new TestLane(database, row!.id)
  }

  nextNonce(): number {
    return this.nonce++
  }

  /** Adds batches under the next nonces. */
  async add(count: number): Promise<{ id: string; root: Buffer }[]> {
    const batches = Array.from({ length: count }, () => ({ id: uuidv7(), root: randomBytes(32) }))
    for (const { id, root } of batches) {
      await this.database.execute(
        `INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, transaction_hash)
         VALUES ($1, $2, $3, 'anchor', $4, 1, $4, $4, $4)`,
        [id, this.id, this.nextNonce(), root],
      )
    }
    return batches
  }
}

/** Anchors the batches that recorded tokens, where none is in a block. */
export const noAnchor = (): never => {
  throw new Error('no batch is final')
}
