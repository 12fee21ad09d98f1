import { inputStream, reading } from '../input.js'
import { stampName } from './files.js'
import { type FoundHash, ListLines } from './list-lines.js'
import { recordsIn } from './list-text.js'

/** A hash to stamp, with its name. */
export interface ListedHash {
  hash: string
  filename: string
}

/**
 * Reads a list of hashes: alone, with names as `sha256sum`, `shasum`, `openssl dgst`, Get-FileHash and certutil write them, or as JSON.
 * Empty lines and those that begin with # are passed over.
 * @param path a file, or - for standard input.
 * @throws Error for people that names the line
 */
export async function* readHashes(path: string): AsyncGenerator<ListedHash, void, undefined> {
  const records = recordsIn(inputStream(path))
  const lines = new ListLines()
  let unit = 'line'
  for (let number = 1; ; number++) {
    const { done, value } = await reading(path, records.next())
    const found = done ? lines.end() : lines.take(value)
    if (!done && value.isNul) unit = 'record'
    if (found === null)
      throw new Error(`${unit} ${number} has no hash: write 64, 96 or 128 hex digits, then a name if you like`)
    if (found !== undefined) yield named(found)
    if (done) return
  }
}

/** A stamp of many needs a name: without one, the hash is its own. */
const named = ({ hash, name }: FoundHash): ListedHash => ({ hash, filename: stampName(name || hash) })
