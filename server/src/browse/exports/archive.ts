import type { Readable } from 'node:stream'
import { type ProofDocument, proofEndings, toHex } from '@tallystick/proof'
import type { Link } from '../../accounts/tokens/export-links.js'
import { type ArchiveEntry, bytesFile } from '../../base/archives/archive.js'
import { zipStream } from '../../base/archives/zip.js'
import { createdAt, newUuid } from '../../base/ids.js'
import { sortInTurns } from '../../base/turns/turn.js'
import type { PdfDrawer } from '../../certificates/pdf-drawer.js'
import { type ProofPart, proofFile } from '../../certificates/proof-file.js'
import { verifier } from '../../certificates/verifier.js'
import { readFile } from '../../files/access.js'
import { fileProofs } from '../../files/proof.js'
import type { FilesRoom } from '../../files/room.js'
import { type FileRow, type ProofRow, proofsOfVersions } from '../../files/sql.js'
import { entryLeaf, random16 } from '../../ledger/entry.js'
import { type ManifestEntry, manifest } from '../../ledger/proofs/manifest.js'
import { ProofMaker } from '../../ledger/proofs/proof.js'
import type { Language } from '../../texts/languages.js'
import type { Contents, Placed } from './contents.js'

/** The form of an export of files. */
export interface WantedFiles {
  kind: 'files'
  folders: string[]
  parts: ProofPart[]
  language: Language
}

/** Names at the top of an archive that no file of the account gets. */
export const reservedNames = (): string[] => ['manifest.json', verifier().page.name]

const atOnce = 200

/** An entry of the manifest, by the ID of its version. */
interface PlacedEntry extends ManifestEntry {
  path: string
  size: number
}

/**
 * Returns files as a ZIP archive, made while it is read: each in its folders, with its proofs beside it if wanted; then a manifest, which proves
 * all of them at once, and the page that verifies. Whether the account may read a file is looked at again when its turn comes. A file that is gone,
 * or whose content isn't the recorded one, breaks the archive off.
 *
 * @param base public address of the service, without a trailing slash
 */
export function archiveOf(
  { database, network, vault }: FilesRoom,
  drawer: PdfDrawer,
  contents: Contents,
  { accountId, parts, language }: Link<WantedFiles>,
  base: string,
): Readable {
  return zipStream(entries())

  async function* entries(): AsyncGenerator<ArchiveEntry, void> {
    const now = new Date()
    const proofs = { drawer, owner: accountId, base, language }
    const maker = new ProofMaker(database, network)
    const proven: PlacedEntry[] = []
    for (let from = 0; from < contents.files.length; from += atOnce) {
      const some = contents.files.slice(from, from + atOnce)
      const made = parts.length > 0 ? await proofsOf(some, maker) : null
      for (const file of some) {
        const row = await readFile(database, accountId, file.id, file.versionId)
        yield contentOf(row, file.path)
        const proof = made?.get(file.versionId)
        if (proof === undefined) continue
        const [isPublic, modifiedAt] = [!row.folder_private, new Date(createdAt(row.shown_version))]
        for (const part of parts)
          yield proofFile(
            { path: contents.beside(file, proofEndings[part]), proof, isPublic, modifiedAt },
            part,
            proofs,
          )
      }
      if (made) proven.push(...(await manifestEntries(some)))
    }
    if (proven.length === 0) return
    const text = await manifestOf(proven)
    yield { path: 'manifest.json', modifiedAt: now, compress: true, content: () => text }
    const { page } = verifier()
    yield bytesFile(page.name, page.content, now)
  }

  function contentOf(row: FileRow, path: string): ArchiveEntry {
    const modifiedAt = new Date(createdAt(row.shown_version))
    return { path, modifiedAt, compress: false, size: row.size, content: () => vault.open(row) }
  }

  function proofsOf(some: readonly Placed[], maker: ProofMaker): Promise<ReadonlyMap<string, ProofDocument>> {
    return fileProofs(
      database,
      maker,
      some.map(({ id, versionId }) => ({ id, shown_version: versionId })),
    )
  }

  async function rowsOf(versionIds: readonly string[]): Promise<Map<string, ProofRow>> {
    const rows = await database.query<ProofRow>(proofsOfVersions, [versionIds])
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function manifestEntries(some: readonly Placed[]): Promise<PlacedEntry[]> {
    const rows = await rowsOf(some.map(({ versionId }) => versionId))
    return some.flatMap(({ versionId, path, size }) => {
      const row = rows.get(versionId)
      if (row === undefined) return []
      const leaf = entryLeaf(row)
      return { id: versionId, path, size, batchId: row.batch_id, leafIndex: row.leaf_index, leaf: () => leaf }
    })
  }

  async function manifestOf(proven: readonly PlacedEntry[]): Promise<AsyncGenerator<string, void>> {
    const sorted = await sortInTurns([...proven], (a, b) => (a.path < b.path ? -1 : 1))
    return manifest({ database, network }, { id: newUuid(random16()), name: 'Tallystick' }, sorted, described(sorted))
  }

  async function* described(sorted: readonly PlacedEntry[]) {
    for (let from = 0; from < sorted.length; from += atOnce) {
      const some = sorted.slice(from, from + atOnce)
      const rows = await rowsOf(some.map(({ id }) => id))
      for (const { id, path, size } of some) {
        const row = rows.get(id)
        if (row === undefined) throw new Error('a file was purged while its archive was made')
        const { code, digest, salt, details } = row
        yield { path, size, hash: toHex(digest), code, salt: toHex(salt), details }
      }
    }
  }
}
