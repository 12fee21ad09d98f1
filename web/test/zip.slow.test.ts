import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { archiveEntries } from '@tallystick/proof'
import { afterAll, describe, expect, test } from 'vitest'
import { debianPrograms, noDebian } from '../../test/debian.js'
import { type ZipEntry, zipOf, zipParts } from '../src/features/stamps/copies/zip.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modifiedAt = new Date('2026-11-26T12:00:00Z')
const entry = (path: string, content: Blob, crc = 0): ZipEntry => ({ path, content, crc, modifiedAt })
/** Reads parts as one file: Node has no blobs of more than 4 GiB. */
function joined(parts: readonly (Blob | Uint8Array)[]) {
  let size = 0
  const placed = parts.map((part) => {
    const start = size
    size += part instanceof Blob ? part.size : part.length
    return { part, start, end: size }
  })
  const read = async (from: number, to: number) => {
    const pieces: Uint8Array[] = []
    for (const { part, start, end } of placed) {
      if (start >= to || end <= from) continue
      const cut = [Math.max(0, from - start), to - start] as const
      pieces.push(part instanceof Blob ? new Uint8Array(await part.slice(...cut).arrayBuffer()) : part.subarray(...cut))
    }
    return new Uint8Array(Buffer.concat(pieces))
  }
  return { size, read }
}

/** Makes an archive of this many contents, and lists it. */
function listed(count: number, content: Blob) {
  const archive = joined(zipParts(Array.from({ length: count }, (_, at) => entry(`${at}.pdf`, content))))
  return { archive, entries: archiveEntries(archive.size, archive.read) }
}

describe('an archive of copies', () => {
  test('is unpacked by others, names and contents as they were', async ({ skip }) => {
    const debian = await debianPrograms(['unzip'])
    if (!debian) return skip(noDebian)
    const contents = new Map([
      ['Scans/Größe.pdf', 'one'],
      ['empty.pdf', ''],
    ])
    const entries = [...contents].map(([path, text]) => entry(path, new Blob([text]), crc32(text)))
    const path = join(folder, 'small.zip')
    writeFileSync(path, new Uint8Array(await zipOf(entries).arrayBuffer()))
    // Compares the checksums, too.
    execFileSync(debian.path('unzip'), ['-q', path, '-d', folder], { env: debian.env })
    for (const [name, text] of contents) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  })

  test('can have more entries than the usual form counts', async () => {
    const count = 66_000
    expect(await listed(count, new Blob()).entries).toHaveLength(count)
  })

  test('can be larger than the usual form has offsets for', async () => {
    const piece = new Blob([new Uint8Array(2 ** 20)])
    const large = new Blob(Array.from({ length: 600 }, () => piece))
    const { archive, entries } = listed(9, large)
    expect(archive.size).toBeGreaterThan(2 ** 32)
    const found = await entries
    expect(found?.map(({ path, size }) => [path, size])).toEqual(
      Array.from({ length: 9 }, (_, at) => [`${at}.pdf`, large.size]),
    )
    const last = found?.at(-1)?.at ?? 0
    expect(last).toBeGreaterThan(2 ** 32)
    expect(Buffer.from(await archive.read(last, last + 4)).toString('latin1')).toBe('PK\u0003\u0004')
  })
})
