import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOts, type ManifestDocument, proofFromManifest } from '@tallystick/proof'
import { afterAll, describe, expect, test } from 'vitest'
import { tallystick, tallystickReading, tallystickWith } from './run-command.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const proof = proofFromManifest(manifest, manifest.files.find(({ path }) => path === 'a.txt')!)
const json = JSON.stringify(proof, null, 2)

const home = mkdtempSync(join(tmpdir(), 'tallystick-odd-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const written = (name: string, data: string | Uint8Array = '') => {
  writeFileSync(join(home, name), data)
  return join(home, name)
}
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const page = (text: string) => `<script id="tallystick-proof">${text}</script>`
/** An .ots file with many attestations of the same message, each after a fork. */
const forks = (count: number) => {
  const start = exportOts(proof).subarray(0, 65)
  const attestation = Buffer.from(`00c8c0c21df600cc2f2101${'ab'.repeat(32)}`, 'hex')
  const fork = Buffer.concat([Buffer.of(0xff), attestation])
  return Buffer.concat([start, ...Array.from({ length: count }, () => fork), attestation])
}
const content = 'tallystick vectors: a.txt\n'
const file = written('a.txt', content)
const proofFile = written('proof.json', json)
const folder = join(home, 'folder')
mkdirSync(folder)

const sentence = (err: string) => expect(err).toMatch(/^tallystick: [^\n]+\n$/)

describe('a valid proof is read', () => {
  test.each([
    ['with a byte order mark', `\ufeff${json}`],
    ['with CRLF line ends', json.replaceAll('\n', '\r\n')],
    ['with white space around', `\n\t ${json} \r\n`],
  ])('%s', async (_, text) => {
    expect(await tallystick('verify', file, written('other.json', text))).toMatchObject({ code: 3, err: '' })
  })

  test('from standard input, as the file is', async () => {
    expect(await tallystickWith({ input: json }, 'verify', file, '-')).toMatchObject({ code: 3, err: '' })
    expect(await tallystickWith({ input: content }, 'verify', '-', proofFile)).toMatchObject({ code: 3, err: '' })
    expect(await tallystickReading(JSON.stringify(manifest), 'verify', file, '-')).toMatchObject({ code: 3, err: '' })
    expect((await tallystickReading(exportOts(proof), 'verify', file, '-')).out).toMatch(/^CONSISTENT: /)
    expect((await tallystickReading('other', 'verify', '-', proofFile)).code).toBe(1)
    const empty = mkdtempSync(join(home, 'empty-'))
    const { code, out } = await tallystickReading(JSON.stringify(manifest), 'verify', empty, '-')
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^REFUSED: .*: 9 missing\.$/)])
  })
})

describe('a file that is not a proof is refused with the reason', () => {
  test.each([
    ['an empty file', '', 'the proof file is empty'],
    ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le'), 'the proof is in UTF-16'],
    ['a PDF', '%PDF-1.7\n%%EOF', 'the PDF contains no proof'],
    ['other JSON', '{"status": 401, "message": "no"}', 'this is neither a Tallystick proof nor a manifest'],
    ['a truncated proof', json.slice(0, 999), 'the proof is not JSON in UTF-8'],
    ['a proof of a later version', json.replace('"version": 1', '"version": 2'), 'only version 1 is supported'],
  ])('%s', async (_, data, reason) => {
    const { code, out, err } = await tallystick('verify', file, written('wrong.json', data))
    expect([code, err, out.split('\n')[0]]).toEqual([1, '', expect.stringMatching(`^REFUSED: .*${reason}`)])
  })

  test.each([
    [
      'a proof nested deeply',
      'deep.json',
      () => json.replace('"details": {', `"details": {"a":${nested(20_000)},`),
      '256 deep',
    ],
    [
      'a certificate with such a proof',
      'deep.html',
      () => page(json.replace('"details": {', `"details": {"a":${nested(20_000)},`)),
      '256 deep',
    ],
    [
      'a proof of many values',
      'many.json',
      () => json.replace('"details": {', `"details": {"a":[${'{},'.repeat(1e6)}0],`),
      'more than 100000 values',
    ],
    ['a page of unfinished tags', 'tags.html', () => '<script '.repeat(1e6), 'it is damaged'],
    ['an .ots file of many forks', 'forks.ots', () => forks(200_000), 'more than 1000 attestations'],
    ['a manifest of brackets', 'brackets.json', () => `{"files":${'['.repeat(20_000_000)}`, '256 deep'],
    ['a manifest of spaces', 'spaces.json', () => `{"files":[${' '.repeat(20_000_000)}`, 'more than 1048576 bytes'],
  ])('%s, beyond any limit', async (_, name, data, reason) => {
    const { code, out, err } = await tallystick('verify', '--json', file, written(name, data()))
    expect([code, err, JSON.parse(out)]).toMatchObject([1, '', { outcome: 'refused', failure: { code: 'malformed' } }])
    expect(JSON.parse(out).failure.detail).toContain(reason)
  })

  test('a file of 8 GiB, without reading all of it', async () => {
    const huge = written('huge')
    truncateSync(huge, 8 * 1024 ** 3)
    const before = bytesRead()
    const { code, out } = await tallystick('verify', file, huge)
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: .*\(the file is too large to be a proof\)$/),
    ])
    expect(bytesRead() - before).toBeLessThan(1024 ** 3)
  })

  /** Bytes this process has read so far, as Linux counts it; 0 elsewhere. */
  function bytesRead(): number {
    if (process.platform !== 'linux') return 0
    return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
  }
})

describe('wrong usage is answered with one sentence', () => {
  symlinkSync('loop', join(home, 'loop'))
  test.each([
    ['the wrong order', [proofFile, file], `${file} contains no proof, but ${proofFile} does. Give the file first`],
    ['a missing file', [join(home, 'none'), proofFile], `cannot read ${join(home, 'none')}: no such file or folder`],
    ['a missing proof', [file, join(home, 'none')], 'none: no such file or folder'],
    ['an empty name', ['', proofFile], 'cannot read a file without a name'],
    ['a file as a folder', [join(file, 'x'), proofFile], 'part of the path is not a folder'],
    ['links in a circle', [join(home, 'loop'), proofFile], 'too many symbolic links'],
    ['a name that is too long', ['x'.repeat(300), proofFile], 'the name is too long'],
    ['both from standard input', ['-', '-'], 'only one of file and proof can come from standard input'],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await tallystick('verify', ...args)
    expect([code, out]).toEqual([2, ''])
    sentence(err)
    expect(err).toContain(message)
  })

  test('missing permission', async () => {
    const closed = written('closed', content)
    chmodSync(closed, 0)
    chmodSync(home, 0o755)
    // Root may read everything, so the command then runs as another user.
    const reader = process.getuid?.() === 0 ? { uid: 65534 } : {}
    expect(await tallystickWith(reader, 'verify', file, proofFile)).toMatchObject({ code: 3, err: '' })
    for (const args of [
      [closed, proofFile],
      [file, closed],
    ]) {
      const { code, out, err } = await tallystickWith(reader, 'verify', ...args)
      expect([code, out]).toEqual([2, ''])
      sentence(err)
      expect(err).toContain(`cannot read ${closed}: permission denied`)
    }
  })

  test('the verdict stands when the reader of the output closes early', async () => {
    const { code, err } = await tallystickWith({ isDeaf: true }, 'verify', '--json', file, proofFile)
    expect([code, err]).toEqual([3, ''])
  })

  test('output that cannot be written', async () => {
    const full = openSync('/dev/full', 'w')
    for (const args of [['verify', file, proofFile], ['--help']]) {
      const { code, err } = await tallystickWith({ stdio: ['ignore', full, 'pipe'] }, ...args)
      expect(code).toBe(2)
      sentence(err)
      expect(err).toContain('cannot write the output')
    }
  })
})
