import { portableNameBytesMax, proofEndings } from '@tallystick/proof'
import { jsonFile, jsonListFile, linesFile } from '../base/archives/archive.js'
import { spelledPortably, TakenNames } from '../base/archives/taken-names.js'
import type { Database } from '../base/database/db.js'
import { createdAt, lastUuid } from '../base/ids.js'
import type { Exporter } from '../base/room.js'
import { Turn } from '../base/turns/turn.js'
import type { BlobRef } from '../files/blobs/vault.js'
import { downloadName, extensionOf } from '../files/download-name.js'
import { isInBin, transactionIdOf } from '../files/present.js'
import { fileProofs } from '../files/proof.js'
import type { FilesRoom } from '../files/room.js'
import * as files from '../files/sql.js'
import { presentFolder } from '../folders/present.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { type NetworkInfo, ProofMaker } from '../ledger/proofs/proof.js'

const atOnce = 200
/** Leaves room for the ending of the proof beside a file. */
const nameBytesMax = portableNameBytesMax - proofEndings.json.length

const ownFolders = `
SELECT ${folderColumns} FROM folders f WHERE f.account_id = $1 AND NOT f.purging ORDER BY f.level, f.id`

/** All versions of the files in a folder, file by file, newest version first. */
const versionsIn = `
${files.readableVersion.replace(/WHERE[\s\S]*$/, '')}
 WHERE f.folder_id = $1 AND f.id <= $2 AND (f.id, v.number) < ($2, $3)
 ORDER BY f.id DESC, v.number DESC LIMIT $4`

/** One content of a file and its path in the archive. */
interface ExportedContent {
  path: string
  details: object
  ref: BlobRef & Pick<files.FileRow, 'damage'>
  createdAt: Date
  /** Null when what was recorded about it was purged. */
  proof(): Promise<{ path: string; document: object } | null>
}

/** Exports the folders and files of an account: all versions, each with its proof. */
export function folderExporter({ database, network, vault }: FilesRoom): Exporter {
  return {
    guide: {
      'folders.json': 'your folders; "path" is where each is in files/ or bin/',
      'files.jsonl':
        'your files and their versions: one JSON object per line; "fileName" is the name on the service, "path" the location of the content here, spelled so that every system takes it; "damage" says why it is left out',
      'files/': 'your files, in your folders, each with its proof',
      'versions/': 'earlier versions',
      'bin/': 'files in the bin',
    },
    async *entries(accountId, now) {
      const folders = await database.query<FolderRow>(ownFolders, [accountId])
      const paths = await folderPaths(folders)
      const contents = () => contentsOf(database, network, folders, paths)
      const shown = folders.filter(({ parent_id }) => parent_id !== null)
      const present = (folder: FolderRow) => ({ ...presentFolder(folder), path: paths.of.get(folder.id) })
      yield jsonListFile('folders.json', shown, present, now)
      yield linesFile('files.jsonl', detailsOf(contents()), now)
      for await (const { path, ref, createdAt, proof } of contents()) {
        // The archive would break off at its end, each time.
        if (ref.damage === null)
          yield { path, modifiedAt: createdAt, compress: false, size: ref.size, content: () => vault.open(ref) }
        const own = await proof()
        if (own) yield jsonFile(own.path, own.document, now)
      }
    },
  }
}

async function* detailsOf(contents: AsyncIterable<ExportedContent>): AsyncGenerator<object, void> {
  for await (const { details } of contents) yield details
}

/**
 * Yields all contents of an account's files: current ones below `files/` or `bin/`, in their folders, and older ones below `versions/`.
 * Holds the names of one folder and a few rows in memory.
 */
async function* contentsOf(
  database: Database,
  network: NetworkInfo,
  folders: readonly FolderRow[],
  paths: Awaited<ReturnType<typeof folderPaths>>,
): AsyncGenerator<ExportedContent, void> {
  const maker = new ProofMaker(database, network)
  for (const folder of folders) {
    const taken = paths.names.get(folder.id)?.copy() ?? new TakenNames(spelledPortably)
    for (let last = { id: lastUuid, number: 0 }; ; ) {
      const rows = await database.query<files.FileRow>(versionsIn, [folder.id, last.id, last.number, atOnce])
      const proofs = once(() => fileProofs(database, maker, rows))
      for (const row of rows) yield exported(row, paths.of.get(folder.id) ?? '', taken, proofs)
      if (rows.length < atOnce) break
      last = rows.at(-1) as files.FileRow
    }
  }
}

/** Returns a function that does its work when first called: lists of files need no proofs. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}

function exported(
  row: files.FileRow,
  folderPath: string,
  taken: TakenNames,
  proofs: () => Promise<ReadonlyMap<string, object>>,
): ExportedContent {
  const name = downloadName(row.name, extensionOf(row.filename, row.name))
  const isCurrent = row.shown_version === row.version_id
  const top = isInBin(row) ? 'bin' : 'files'
  const own = isCurrent ? taken : new TakenNames(spelledPortably)
  const location = isCurrent ? `${top}/${folderPath}` : `versions/${row.code}/${row.number}/`
  const path = location + own.take(name, nameBytesMax)
  const proofPath = location + own.take(`${path.slice(location.length)}${proofEndings.json}`)
  return {
    path,
    ref: row,
    createdAt: new Date(createdAt(row.shown_version)),
    details: {
      _id: row.id,
      fileName: row.name,
      description: row.description,
      folderId: row.folder_id,
      uniqueId: row.code,
      path,
      isFavourite: row.is_favourite,
      isBin: isInBin(row),
      lat: row.latitude,
      long: row.longitude,
      versionId: row.shown_version,
      number: row.number,
      isCurrent,
      attachmentHash: row.digest.toString('hex'),
      transactionId: transactionIdOf(row),
      file: { fileName: row.filename, fileSize: row.size, mimetype: row.mimetype },
      ...(row.damage !== null && { damage: row.damage }),
      createdAt: createdAt(row.shown_version),
    },
    async proof() {
      const document = (await proofs()).get(row.shown_version)
      return document ? { path: proofPath, document } : null
    },
  }
}

/** Returns the path of each folder in the archive, and the names taken by its subfolders. */
async function folderPaths(folders: readonly FolderRow[]) {
  const turn = new Turn()
  const of = new Map<string, string>()
  const names = new Map<string, TakenNames>()
  // Parents come first.
  for (const { id, parent_id, name } of folders) {
    if (turn.isOver()) await turn.next()
    if (parent_id === null) {
      of.set(id, '')
      continue
    }
    const taken = names.get(parent_id) ?? new TakenNames(spelledPortably)
    names.set(parent_id, taken)
    of.set(id, `${of.get(parent_id) ?? ''}${taken.take(name, nameBytesMax)}/`)
  }
  return { of, names }
}
