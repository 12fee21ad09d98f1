import type { Readable } from 'node:stream'
import { proofEndings } from '@tallystick/proof'
import { type ArchiveEntry, bytesFile } from '../../base/archives/archive.js'
import { zipStream } from '../../base/archives/zip.js'
import { hasForm, proofFile } from '../../certificates/proof-file.js'
import { verifier } from '../../certificates/verifier.js'
import { entryLeaf } from '../../ledger/entry.js'
import { detailsOf } from '../details/fields.js'
import type { StampsRoom } from '../room.js'
import { csvOf } from './csv.js'
import type { Documents, ExportedStamp } from './documents.js'
import { indexPage } from './index-page.js'
import { manifestOf, type NamedEntry } from './manifest.js'
import type { ExportLink } from './wanted.js'

/**
 * Returns the proofs of stamps as a ZIP archive, made while it is read: each document's proofs in the document's folder, named as the document;
 * a list of them all, as a page and as CSV; a manifest, which proves all of them at once; and the page that verifies.
 *
 * @param base public address of the service, without a trailing slash
 */
export function archiveOf(room: StampsRoom, documents: Documents, link: ExportLink, base: string): Readable {
  return zipStream(entries())

  async function* entries(): AsyncGenerator<ArchiveEntry, void> {
    const now = new Date()
    const { language, parts, accountId } = link
    const context = { drawer: room.drawer, owner: accountId, base, language }
    const proven: NamedEntry[] = []
    for await (const stamp of documents.proven()) {
      const { row, place, proof } = stamp
      const isPublic = !row.is_private
      for (const part of parts.filter((one) => hasForm(one, row)))
        yield proofFile(
          { path: place.path + proofEndings[part], proof, isPublic, modifiedAt: row.updated_at },
          part,
          context,
        )
      if (row.hash.length === 32) proven.push(entryOf(stamp))
    }
    yield textEntry('index.html', () => indexPage(documents, link), now)
    yield textEntry('index.csv', () => csvOf(documents, language), now)
    if (proven.length > 0) yield textEntry('manifest.json', () => manifestOf(room, documents, proven), now)
    const { page } = verifier()
    yield bytesFile(page.name, page.content, now)
  }
}

const textEntry = (path: string, content: () => AsyncIterable<string>, modifiedAt: Date): ArchiveEntry => ({
  path,
  modifiedAt,
  compress: true,
  content,
})

function entryOf({ row, place }: ExportedStamp): NamedEntry {
  const leaf = entryLeaf({ digest: row.hash, salt: row.salt, details: detailsOf(row) })
  const { id, name, batch_id: batchId, leaf_index: leafIndex } = row
  return { id, name, folder: place.folder, batchId, leafIndex, leaf: () => leaf }
}
