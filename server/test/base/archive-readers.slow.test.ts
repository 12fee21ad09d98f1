import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { tier } from '../../../test/tier.js'
import { type ArchiveEntry, linesFile, textFile } from '../../src/base/archives/archive.js'
import { zipStream } from '../../src/base/archives/zip.js'

const at = new Date('2026-03-04T05:06:08Z')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-readers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = fileURLToPath(new URL('Entries.java', import.meta.url))
// Only a whole JDK runs a source; a runtime alone doesn't.
const hasJava = spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout?.includes('jdk.compiler') ?? false
const noJava = 'it needs a JDK, and there is none here'

let debian: DebianPrograms | null
beforeAll(async () => {
  debian = await debianPrograms(['7zip', 'libarchive-tools', 'unzip'])
})

/** Writes an archive. @returns its path */
async function archiveOf(name: string, ...entries: ArchiveEntry[]): Promise<string> {
  const path = join(folder, name)
  async function* all() {
    yield* entries
  }
  await pipeline(zipStream(all()), createWriteStream(path))
  return path
}

/** A content of pieces. @param size as it is declared, if it is */
function content(path: string, compress: boolean, pieces: readonly Uint8Array[], size?: number): ArchiveEntry {
  const all = async function* () {
    yield* pieces
  }
  return { path, modifiedAt: at, compress, content: all, ...(size !== undefined && { size }) }
}

const noise = randomBytes(300_000)
const words = Buffer.from('word '.repeat(60_000))
const whole: Readonly<Record<string, Uint8Array>> = {
  'README.txt': Buffer.from('Grüße'),
  'files/日本/known.bin': noise,
  'files/unknown.bin': noise,
  'files/known.txt': words,
  'files/unknown.txt': words,
  'empty.bin': Buffer.alloc(0),
  'empty.txt': Buffer.alloc(0),
  'empty unknown.txt': Buffer.alloc(0),
  'last.jsonl': Buffer.from('{"n":1}\n'),
}
let archive: string
beforeAll(async () => {
  const lines = async function* () {
    yield { n: 1 }
  }
  archive = await archiveOf(
    'all.zip',
    textFile('README.txt', 'Grüße', at),
    content('files/日本/known.bin', false, [noise.subarray(0, 7), noise.subarray(7)], noise.length),
    content('files/unknown.bin', false, [noise]),
    content('files/known.txt', true, [words], words.length),
    content('files/unknown.txt', true, [words]),
    content('empty.bin', false, [], 0),
    textFile('empty.txt', '', at),
    content('empty unknown.txt', true, []),
    linesFile('last.jsonl', lines(), at),
  )
})

describe('an archive', () => {
  it("is read by Java's ZipInputStream", ({ skip }) => {
    if (!hasJava) return skip(noJava)
    const read = execFileSync('java', ['-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8', program, archive])
    expect(read.toString().trim().split('\n')).toEqual(
      Object.entries(whole).map(([name, bytes]) => `${bytes.length} ${name}`),
    )
  })

  it('is unpacked unchanged by unzip, 7-Zip and bsdtar, from a pipe as well', ({ skip }) => {
    if (!debian) return skip(noDebian)
    const { env, path } = debian
    const unpack = (name: string, args: (into: string) => string[], input?: Buffer) => {
      const into = mkdtempSync(join(folder, 'out-'))
      execFileSync(path(name), args(into), { env, input, cwd: into, stdio: ['pipe', 'ignore', 'pipe'] })
      for (const [inner, bytes] of Object.entries(whole))
        expect(readFileSync(join(into, inner)).equals(bytes), `${name}: ${inner}`).toBe(true)
    }
    unpack('unzip', () => ['-q', archive])
    unpack(sevenZip(debian), (into) => ['x', '-y', `-o${into}`, archive])
    unpack('bsdtar', () => ['-xf', archive])
    unpack('bsdtar', () => ['-xf', '-'], readFileSync(archive))
  })

  it.runIf(tier === 'long')('has the long form exactly for contents and places that need it', async ({ skip }) => {
    if (!debian || !hasJava) return skip(hasJava ? noDebian : noJava)
    const { env, path } = debian
    const piece = Buffer.alloc(1 << 20)
    const giant = 2 ** 32 + 1
    const zeros = async function* () {
      for (let left = giant; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
    }
    const giants = ['known', 'unknown'].map((name): ArchiveEntry => {
      const isKnown = name === 'known'
      // The other one isn't made smaller, so that what follows begins beyond 4 GiB, too.
      return { path: name, modifiedAt: at, compress: isKnown, content: zeros, ...(isKnown && { size: giant }) }
    })
    const large = await archiveOf('large.zip', ...giants, textFile('after', 'x', at))
    const listed = execFileSync('java', [program, large]).toString().trim().split('\n')
    expect(listed).toEqual([`${giant} known`, `${giant} unknown`, '1 after'])
    for (const [name, args] of [
      ['unzip', ['-tq', large]],
      [sevenZip(debian), ['t', large]],
      ['bsdtar', ['-tf', large]],
      ['python3', ['-m', 'zipfile', '-t', large]],
    ] as const)
      execFileSync(path(name), args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  })
})

/** Its name differs from release to release. */
function sevenZip({ path }: DebianPrograms): string {
  try {
    path('7zz')
    return '7zz'
  } catch {
    return '7z'
  }
}
