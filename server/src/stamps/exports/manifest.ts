import { toHex } from '@tallystick/proof'
import { spelledTruly } from '../../base/archives/taken-names.js'
import { newUuid } from '../../base/ids.js'
import { sortInTurns } from '../../base/turns/turn.js'
import { random16 } from '../../ledger/entry.js'
import { type ManifestEntry, manifest } from '../../ledger/proofs/manifest.js'
import { detailsOf } from '../details/fields.js'
import type { StampsRoom } from '../room.js'
import type { Documents } from './documents.js'
import { Paths } from './paths.js'

/** An entry of a manifest, with the name of its document. */
export interface NamedEntry extends ManifestEntry {
  name: string
  folder: string
}

/**
 * Yields the manifest of stamps: the proofs of all, as of the folder that their documents came from. It lacks the sizes of documents, of which
 * only hashes were sent.
 */
export async function* manifestOf(
  { database, network }: Pick<StampsRoom, 'database' | 'network'>,
  documents: Documents,
  proven: readonly NamedEntry[],
): AsyncGenerator<string, void> {
  const truly = new Paths(spelledTruly, proven)
  const placed = proven.map((entry) => ({ entry, path: truly.take(entry) }))
  const sorted = await sortInTurns(placed, (a, b) => (a.path < b.path ? -1 : 1))
  const entries = sorted.map(({ entry }) => entry)
  yield* manifest({ database, network }, { id: newUuid(random16()), name: 'Tallystick' }, entries, parts())

  async function* parts() {
    let at = 0
    for await (const rows of documents.rowsOf(entries.map(({ id }) => id)))
      for (const row of rows)
        yield {
          path: `${sorted[at++]?.path}`,
          kind: 'stamp' as const,
          hash: toHex(row.hash),
          code: row.code,
          salt: toHex(row.salt),
          details: detailsOf(row) as never,
        }
  }
}
