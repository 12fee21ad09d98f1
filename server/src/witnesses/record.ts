import { witnessLeaf } from '@tallystick/proof'
import type { Recorder } from '../ledger/batches/recorder.js'
import * as sql from './sql.js'

/** In one batch: the tokens of a year that an earlier version left take a few transactions. */
const atOnce = 2048

/**
 * Records tokens that no batch has yet, in one with whatever else is waiting. Any number of processes may do so.
 *
 * @returns whether there may be more
 */
export async function recordTokens(recorder: Pick<Recorder, 'record'>): Promise<boolean> {
  const { result } = await recorder.record(async (tx, { batchId, leafIndex }) => {
    const tokens = await tx.query<sql.Unrecorded>(sql.unrecorded, [atOnce])
    if (tokens.length > 0) {
      const keys = [tokens.map(({ tree_id }) => tree_id), tokens.map(({ witness }) => witness)]
      await tx.execute(sql.keepRecorded, [...keys, batchId, leafIndex])
    }
    return { leaves: tokens.map(({ digest }) => witnessLeaf(digest)), result: tokens.length === atOnce }
  })
  return result
}
