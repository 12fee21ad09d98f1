/** A content of an archive. Its size and its CRC-32 are known. */
export interface ZipEntry {
  readonly path: string
  readonly content: Blob
  readonly crc: number
  readonly modifiedAt: Date
}

// ZIP as in PKWARE's APPNOTE 6.3.10: contents as they are, names in UTF-8 (bit 11).
const flags = 0x0800
const [versionUsual, versionLong] = [20, 45]
const madeOnUnix = 3 << 8
/** A regular file that its owner may write, in the upper half of its attributes. */
const attributes = 0o100644 * 2 ** 16
/** The largest value of a field of four bytes says that the real one is in the longer form. */
const fullMax = 0xffffffff
const countMax = 0xffff

/**
 * Composes an archive of contents. The browser reads them from the disk when it saves the archive, which so takes no memory, whatever
 * its size.
 */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  return new Blob(zipParts(entries), { type: 'application/zip' })
}

/** Returns the parts of an archive, in order: contents as they were given, and the records around them. */
export function zipParts(entries: readonly ZipEntry[]): (Blob | Uint8Array<ArrayBuffer>)[] {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  let directoryBytes = 0
  for (const { path, content, crc, modifiedAt } of entries) {
    const name = new TextEncoder().encode(path)
    const [time, date] = dosTime(modifiedAt)
    const facts = [
      [2, flags],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc],
      [4, content.size],
      [4, content.size],
      [2, name.length],
    ] as const
    const header = fields([4, 0x04034b50], [2, versionUsual], ...facts, [2, 0])
    const isFar = at >= fullMax
    const far = isFar ? fields([2, 1], [2, 8], [8, at]) : fields()
    const record = fields(
      [4, 0x02014b50],
      [2, madeOnUnix | versionLong],
      [2, isFar ? versionLong : versionUsual],
      ...facts,
      [2, far.length],
      ...([2, 2, 2] as const).map((width) => [width, 0] as const),
      [4, attributes],
      [4, isFar ? fullMax : at],
    )
    parts.push(header, name, content)
    directory.push(record, name, far)
    at += header.length + name.length + content.size
    directoryBytes += record.length + name.length + far.length
  }
  return [...parts, ...directory, ...end(entries.length, at, directoryBytes)]
}

/** The records after the directory: those of the longer form where the usual one has no room. */
function end(count: number, start: number, bytes: number): Uint8Array<ArrayBuffer>[] {
  const usual = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, countMax)],
    [2, Math.min(count, countMax)],
    [4, Math.min(bytes, fullMax)],
    [4, Math.min(start, fullMax)],
    [2, 0],
  )
  if (count < countMax && start < fullMax) return [usual]
  const long = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, versionLong],
    [2, versionLong],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, bytes],
    [8, start],
  )
  return [long, fields([4, 0x07064b50], [4, 0], [8, start + bytes], [4, 1]), usual]
}

/** Writes numbers of 2, 4 or 8 bytes, the lowest byte first. */
function fields(...values: readonly (readonly [width: 2 | 4 | 8, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of values) {
    if (width === 2) view.setUint16(at, value, true)
    else if (width === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += width
  }
  return bytes
}

/** The time of a file as MS-DOS keeps it: local, in steps of two seconds, from 1980 on. */
function dosTime(moment: Date): [time: number, date: number] {
  const year = moment.getFullYear() - 1980
  if (year < 0) return [0, (1 << 5) | 1]
  const time = (moment.getHours() << 11) | (moment.getMinutes() << 5) | (moment.getSeconds() >> 1)
  return [time, (Math.min(year, 127) << 9) | ((moment.getMonth() + 1) << 5) | moment.getDate()]
}
