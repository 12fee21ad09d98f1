import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { tier } from '../../../test/tier.js'
import { type ArchiveEntry, linesFile, textFile } from '../../src/base/archives/archive.js'
import { zipStream } from '../../src/base/archives/zip.js'
import { expectShortTurns } from '../turns.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = new Date('2026-03-04T05:06:08Z')
const list = async function* (...entries: ArchiveEntry[]) {
  yield* entries
}
const binary = (path: string, pieces: readonly Uint8Array[], size?: number): ArchiveEntry => {
  const content = async function* () {
    yield* pieces
  }
  return { path, modifiedAt: at, compress: false, content, ...(size !== undefined && { size }) }
}
const many = async function* (count: number) {
  for (let i = 0; i < count; i++) yield binary(`files/Scan (${i}).pdf`, [Buffer.from('%PDF')], 4)
}

/** Returns what Python's zipfile finds, after it has checked every checksum. */
async function read(entries: AsyncIterable<ArchiveEntry>): Promise<[name: string, time: number[], content: string][]> {
  const path = join(folder, `${randomBytes(4).toString('hex')}.zip`)
  await pipeline(zipStream(entries), createWriteStream(path))
  const program = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.date_time, z.read(i).hex() if i.file_size < 1000 else str(i.file_size)] for i in z.infolist()]))`
  return JSON.parse(execFileSync('python3', ['-c', program, path], { maxBuffer: 1 << 26 }).toString())
}

describe('an archive', () => {
  it('is read by other programs: names, times, contents of known and unknown size, compressed or not', async () => {
    const noise = randomBytes(300_000)
    const lines = async function* () {
      for (let n = 0; n < 3; n++) yield { n }
    }
    const found = await read(
      list(
        textFile('README.txt', 'Grüße', at),
        linesFile('日本/lines.jsonl', lines(), at),
        binary('noise', [noise.subarray(0, 7), noise.subarray(7)], noise.length),
        binary('unknown', [noise]),
        textFile('empty', '', at),
      ),
    )
    const time = [2026, 3, 4, 5, 6, 8]
    expect(found).toEqual([
      ['README.txt', time, Buffer.from('Grüße').toString('hex')],
      ['日本/lines.jsonl', time, Buffer.from('{"n":0}\n{"n":1}\n{"n":2}\n').toString('hex')],
      ['noise', time, '300000'],
      ['unknown', time, '300000'],
      ['empty', time, ''],
    ])
    expect(await read(list())).toEqual([])
  })

  it.runIf(tier === 'long')('holds more entries than the short form counts', async () => {
    expect(await read(many(66_000))).toHaveLength(66_000)
  })

  it('of many entries does not block the event loop', async () => {
    await expectShortTurns(async () => {
      for await (const _ of zipStream(many(20_000)));
    })
  })

  it("fails when a content's size differs from the declared one", async () => {
    await expect(read(list(binary('short', [Buffer.from('abc')], 4)))).rejects.toThrow('short: 3 bytes instead of 4')
  })

  it.each([[true], [false]])('closes the open entry when its reader leaves (compressed: %s)', async (compress) => {
    const content = Readable.from(
      (async function* () {
        for (;;) yield randomBytes(65_536)
      })(),
    )
    const closed = new Promise((resolve) => content.once('close', resolve))
    const stream = zipStream(list({ path: 'endless', modifiedAt: at, compress, content: () => content }))
    for await (const _ of stream) break
    await closed
    expect(stream.destroyed).toBe(true)
  })
})
