import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { exportOts, type ProofDocument } from '@tallystick/proof'
import { type ArchiveEntry, bytesFile, jsonFile, textFile } from '../../base/archives/archive.js'
import { zipStream } from '../../base/archives/zip.js'
import { certificateIn, htmlOf } from '../../certificates/certificate-of.js'
import type { PdfDrawer } from '../../certificates/pdf-drawer.js'
import { verifier } from '../../certificates/verifier.js'
import { ApiError } from '../../http/errors.js'
import { entryLeaf } from '../../ledger/entry.js'
import { detailsOf } from '../details/fields.js'
import type { StampsRoom } from '../room.js'
import { csvOf } from './csv.js'
import type { Documents, ExportedStamp } from './documents.js'
import { endings } from './endings.js'
import { indexPage } from './index-page.js'
import type { ExportLink } from './links.js'
import { manifestOf, type NamedEntry } from './manifest.js'

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
    const { language, parts } = link
    const proven: NamedEntry[] = []
    for await (const stamp of documents.proven()) {
      for (const part of parts) {
        const entry = await proofFile(stamp, part)
        if (entry) yield entry
      }
      if (stamp.row.hash.length === 32) proven.push(entryOf(stamp))
    }
    yield textEntry('index.html', () => indexPage(documents, link), now)
    yield textEntry('index.csv', () => csvOf(documents, language), now)
    if (proven.length > 0) yield textEntry('manifest.json', () => manifestOf(room, documents, proven), now)
    const { page } = verifier()
    yield textFile(page.name, page.content.toString(), now)
  }

  async function proofFile(
    { row, place, proof }: ExportedStamp & { proof: ProofDocument },
    part: ExportLink['parts'][number],
  ): Promise<ArchiveEntry | undefined> {
    const path = place.path + endings[part]
    const at = row.updated_at
    if (part === 'json') return jsonFile(path, proof, at)
    if (part === 'ots') return row.hash.length === 32 ? bytesFile(path, exportOts(proof), at) : undefined
    const { letterhead } = room.drawer
    const certificate = certificateIn(proof, { language: link.language, base, isPublic: !row.is_private, letterhead })
    if (part === 'html') return textFile(path, htmlOf(certificate, letterhead), at)
    return bytesFile(path, await drawn(room.drawer, link.accountId, certificate), at)
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

const patienceMs = 1000
const attemptsMax = 120

/** Draws a certificate. An archive waits while too many others are drawn: it would break off in its middle. */
async function drawn(drawer: PdfDrawer, owner: string, certificate: Parameters<PdfDrawer['draw']>[1]): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await drawer.draw(owner, certificate)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'queue_full' || attempt === attemptsMax) throw error
      await wait(patienceMs)
    }
  }
}
