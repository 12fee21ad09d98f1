import type { Tx } from '../base/database/db.js'
import type { Subject } from './changes.js'

const add = `
UPDATE folders f SET purged_files = f.purged_files + n.files, purged_folders = f.purged_folders + n.folders
  FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS n(id, files, folders)
 WHERE f.id = n.id AND f.purging`

/**
 * Counts what purges of folders take along, on the rows of those folders: each goes last, and its certificate says how much.
 *
 * @param purgeIds for each folder or file that goes, the folder whose purge takes it along
 * @returns how many each takes along this time
 */
export async function countTakenAlong(
  tx: Tx,
  subject: Subject,
  purgeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const id of purgeIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  if (counts.size === 0) return counts
  const none = [...counts.values()].map(() => 0)
  const [files, folders] = subject === 'file' ? [[...counts.values()], none] : [none, [...counts.values()]]
  await tx.execute(add, [[...counts.keys()], files, folders])
  return counts
}
