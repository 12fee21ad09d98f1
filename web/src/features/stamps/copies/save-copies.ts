import { saveBlob } from '../../../ui/values/save-blob.js'
import { contentOf } from './copy.js'
import type { KeptCopy } from './kept-copies.js'
import { type ZipEntry, zipOf } from './zip.js'

/**
 * Has the browser save copies: one as it is, several as an archive, in the folders that their documents came in. Returns the names of
 * those whose documents were moved or changed since: a copy begins with its document, so they can't be saved.
 */
export async function saveCopies(copies: readonly KeptCopy[], archiveName: string): Promise<string[]> {
  const lost: string[] = []
  const there: KeptCopy[] = []
  for (const kept of copies) {
    if (await isThere(kept.file)) there.push(kept)
    else lost.push(kept.copy.name)
  }
  const [only] = there
  if (only && there.length === 1) saveBlob(contentOf(only.file, only.copy), only.copy.name)
  else if (only) saveBlob(zipOf(entriesOf(there)), archiveName)
  return lost
}

/** A browser reads a file that has changed since it was chosen no more. */
async function isThere(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Returns the entries of an archive; of several with one path, the later ones get a number. */
function entriesOf(copies: readonly KeptCopy[]): ZipEntry[] {
  const taken = new Set<string>()
  return copies.map(({ file, copy, path }) => {
    const folder = path?.replace(/[^/]*$/, '') ?? ''
    let name = copy.name
    for (let at = 2; taken.has(`${folder}${name}`.toLowerCase()); at++)
      name = copy.name.replace(/\.pdf$/i, (ending) => ` (${at})${ending}`)
    taken.add(`${folder}${name}`.toLowerCase())
    return { path: `${folder}${name}`, content: contentOf(file, copy), crc: copy.crc, modifiedAt: new Date() }
  })
}
