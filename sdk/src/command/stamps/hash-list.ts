import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { inputStream, reading } from '../input.js'
import { stampName } from './files.js'

/** A hash to stamp, with its name. */
export interface ListedHash {
  hash: string
  filename: string
}

const hex = '(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})'
/** As `sha256sum` writes it: the hash, a space, and a space or asterisk before the name. */
const gnu = new RegExp(`^\\\\?(${hex})(?:[ \\t]+\\*?(.+))?$`, 'i')
/** As `sha256sum --tag` and BSD write it. */
const tagged = new RegExp(`^\\\\?SHA(?:256|384|512) \\((.+)\\) = (${hex})$`, 'i')

/**
 * Reads a list of hashes, one on each line: alone, as `sha256sum` and `shasum` write them, or as JSON. Empty lines and those that
 * begin with # are passed over.
 * @param path a file, or - for standard input.
 * @throws Error for people that names the line
 */
export async function* readHashes(path: string): AsyncGenerator<ListedHash, void, undefined> {
  const lines = createInterface({ input: Readable.from(inputStream(path)), crlfDelay: Number.POSITIVE_INFINITY })
  const next = lines[Symbol.asyncIterator]()
  let number = 0
  for (;;) {
    const { done, value } = await reading(path, next.next())
    if (done) return
    number++
    const line = value.trim()
    if (line === '' || line.startsWith('#')) continue
    const listed = line.startsWith('{') ? fromJson(line) : fromText(line)
    if (listed === null)
      throw new Error(`line ${number} has no hash: write 64, 96 or 128 hex digits, then a name if you like`)
    yield listed
  }
}

function fromText(line: string): ListedHash | null {
  const tag = tagged.exec(line)
  if (tag) return named(tag[2]!, tag[1])
  const plain = gnu.exec(line)
  return plain && named(plain[1]!, plain[2])
}

function fromJson(line: string): ListedHash | null {
  try {
    const { hash, filename } = JSON.parse(line) as { hash?: unknown; filename?: unknown }
    if (typeof hash !== 'string' || !new RegExp(`^${hex}$`, 'i').test(hash)) return null
    return named(hash, typeof filename === 'string' ? filename : undefined)
  } catch {
    return null
  }
}

/** A stamp of many needs a name: without one, the hash is its own. */
const named = (hash: string, name: string | undefined): ListedHash => ({ hash, filename: stampName(name || hash) })
