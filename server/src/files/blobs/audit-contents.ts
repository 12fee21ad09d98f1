import type { Database } from '../../base/database/db.js'
import type { Damage } from '../../storage/damage.js'
import { type Claimed, claimedObjects, look } from './looks.js'
import type { Vault } from './vault.js'

/** An object that is not what was recorded. */
interface DamagedObject {
  damage: Damage
  kind: Claimed['kind']
  /** The file; of a part, the upload. */
  owner: string
  /** The version; of a part, the upload. */
  within: string
  key: string
  problem: string
}

/** All stored objects, as an audit found them. */
export interface ContentsReport {
  objects: number
  bytes: number
  damaged: DamagedObject[]
}

/** A bucket answers late, a disk of several heads reads several at once. */
const atOnce = 4

/**
 * Reads every object that a row claims and compares it with what was recorded: the digest of its content, the tags of its chunks if it is
 * encrypted. Notes what it finds, as a download would, so that the service knows it too; also what is right again.
 *
 * @param onBytes called with the report so far
 * @throws when the store can't be read at all
 */
export async function auditContents(
  parts: { database: Database; vault: Vault },
  onBytes: (soFar: Readonly<ContentsReport>) => void,
): Promise<ContentsReport> {
  const report: ContentsReport = { objects: 0, bytes: 0, damaged: [] }
  const left = claimedObjects(parts.database)
  let hasFailed = false
  const work = async () => {
    try {
      for (let next = await left.next(); !next.done && !hasFailed; next = await left.next()) {
        const damaged = await audited(parts, next.value, (bytes) => {
          report.bytes += bytes
          onBytes(report)
        })
        if (damaged) report.damaged.push(damaged)
        report.objects++
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return report
}

async function audited(
  parts: { database: Database; vault: Vault },
  object: Claimed,
  onBytes: (bytes: number) => void,
): Promise<DamagedObject | null> {
  const { damages } = parts.vault
  const { blob: key, kind, owner, within } = object
  const seen = await look(parts, object, onBytes)
  if (seen.found === 'good' && kind === 'content') await damages.clear(key)
  if (!('error' in seen)) return null
  await damages.note(key, seen.found, seen.error)
  return { damage: seen.found, kind, owner, within, key, problem: seen.error.message }
}
