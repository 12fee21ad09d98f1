import { type ArchiveEntry, entryRange, type ReadBytes, unpacked } from '@tallystick/proof'

/** Reads bytes of a file of this device. */
export const reading =
  (file: Blob): ReadBytes =>
  async (start, end) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer())

/** Returns the content of an entry as the archive holds it: packed, if the entry says so. */
export async function packedEntry(archive: Blob, entry: ArchiveEntry): Promise<Blob> {
  const { start, end } = await entryRange(entry, reading(archive))
  return archive.slice(start, end)
}

/** Unpacks the first bytes of an entry, up to `end`. */
export async function entryStart(archive: Blob, entry: ArchiveEntry, end: number): Promise<Uint8Array> {
  const reader = unpacked(entry, (await packedEntry(archive, entry)).stream()).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  while (length < end) {
    const { value, done } = await reader.read()
    if (done) break
    pieces.push(value as Uint8Array<ArrayBuffer>)
    length += value.length
  }
  await reader.cancel()
  return new Uint8Array(await new Blob(pieces).slice(0, end).arrayBuffer())
}
