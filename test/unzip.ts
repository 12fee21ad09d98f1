import { inflateRawSync } from 'node:zlib'

/**
 * Returns a file of a ZIP archive (APPNOTE 4.3: the directory at its end leads to each file).
 *
 * @throws {Error} when it isn't in it
 */
export function unzipped(archive: Buffer, path: string): Buffer {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(at + field),
    )
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (name === path) {
      const local = archive.readUInt32LE(at + 42)
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20))
      return archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    }
    at += 46 + nameLength + extraLength + commentLength
  }
  throw new Error(`the archive has no ${path}`)
}
