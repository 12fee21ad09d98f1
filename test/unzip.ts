import { inflateRawSync } from 'node:zlib'

/** A file's record in the directory of an archive. */
interface Record {
  name: string
  at: number
}

/** Yields the records of a ZIP archive (APPNOTE 4.3: the directory at its end leads to each file). */
function* records(archive: Buffer): Generator<Record> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    )
    yield { name: archive.toString('utf8', at + 46, at + 46 + nameLength), at }
    at += 46 + nameLength + extraLength + commentLength
  }
}

/** Returns the paths of the files of an archive, in its order. */
export function unzippedPaths(archive: Buffer): string[] {
  return [...records(archive)].map(({ name }) => name)
}

/**
 * Returns a file of an archive.
 *
 * @throws {Error} when it isn't in it
 */
export function unzipped(archive: Buffer, path: string): Buffer {
  for (const { name, at } of records(archive)) {
    if (name !== path) continue
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20))
    return archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
  }
  throw new Error(`the archive has no ${path}`)
}
