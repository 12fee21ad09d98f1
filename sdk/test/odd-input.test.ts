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
import { afterAll, describe, expect, test, vi } from 'vitest'
import { tallystick, tallystickWith } from './run-command.js'

// Whatever is given, the command says what is wrong in a sentence, exits with the right code, and never shows its own inside.

vi.setConfig({ testTimeout: 30_000 })

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const proof = proofFromManifest(manifest, manifest.files.find(({ path }) => path === 'a.txt')!)
const json = JSON.stringify(proof, null, 2)

const place = mkdtempSync(join(tmpdir(), 'tallystick-odd-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const written = (name: string, data: string | Uint8Array = '') => {
  writeFileSync(join(place, name), data)
  return join(place, name)
}
const content = 'tallystick vectors: a.txt\n'
const file = written('a.txt', content)
const proofFile = written('proof.json', json)
const folder = join(place, 'folder')
mkdirSync(folder)

const sentence = (err: string) => expect(err).toMatch(/^tallystick: [^\n]+\n$/)

describe('a good proof is read', () => {
  test.each([
    ['with a byte order mark', `\ufeff${json}`],
    ['with lines of two characters', json.replaceAll('\n', '\r\n')],
    ['with white space around', `\n\t ${json} \r\n`],
  ])('%s', async (_, text) => {
    expect(await tallystick('verify', file, written('other.json', text))).toMatchObject({ code: 0, err: '' })
  })

  test('from standard input, and so is the file', async () => {
    for (const evidence of [json, JSON.stringify(manifest)]) {
      expect(await tallystickWith({ input: evidence }, 'verify', file, '-')).toMatchObject({ code: 0, err: '' })
    }
    expect((await tallystickWith({ input: exportOts(proof) }, 'verify', file, '-')).out).toMatch(
      /^NO TIME PROVEN YET: /,
    )
    expect(await tallystickWith({ input: content }, 'verify', '-', proofFile)).toMatchObject({ code: 0, err: '' })
    expect((await tallystickWith({ input: 'other' }, 'verify', '-', proofFile)).code).toBe(1)
    const empty = mkdtempSync(join(place, 'empty-'))
    const { code, out } = await tallystickWith({ input: JSON.stringify(manifest) }, 'verify', empty, '-')
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^REFUSED: .*: 9 missing\.$/)])
  })
})

describe('what is no proof is refused, and why', () => {
  test.each([
    ['nothing', '', 'the proof is an empty file'],
    ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le'), 'the proof is in UTF-16'],
    ['a PDF', '%PDF-1.7\n%%EOF', 'the PDF carries no proof'],
    ['other JSON', '{"status": 401, "message": "no"}', 'this is not a Tallystick proof, nor a manifest'],
    ['half of one', json.slice(0, 999), 'the proof is not JSON in UTF-8'],
    ['one of a later version', json.replace('"version": 1', '"version": 2'), 'only version 1 is known'],
  ])('%s', async (_, data, reason) => {
    const { code, out, err } = await tallystick('verify', file, written('wrong.json', data))
    expect([code, err, out.split('\n')[0]]).toEqual([1, '', expect.stringContaining(`REFUSED: ${reason}`)])
  })

  test('a file of gigabytes, without reading all of it', async () => {
    const huge = written('huge')
    truncateSync(huge, 8 * 1024 ** 3)
    const started = performance.now()
    const { code, out } = await tallystick('verify', file, huge)
    expect([code, out.split('\n')[0]]).toEqual([1, 'REFUSED: the proof is larger than any proof can be.'])
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('wrong usage is told in a sentence', () => {
  symlinkSync('loop', join(place, 'loop'))
  test.each([
    ['the wrong order', [proofFile, file], `${file} carries no proof, but ${proofFile} does: the file comes first`],
    ['the wrong order, a folder', [proofFile, folder], `${folder} is a folder: it comes first`],
    ['a folder as proof', [file, folder], `${folder} is a folder: it comes first`],
    ['a folder and the proof of a file', [folder, proofFile], 'a folder needs its manifest'],
    ['no such file', [join(place, 'none'), proofFile], `${join(place, 'none')} cannot be read: there is no such file`],
    ['no such proof', [file, join(place, 'none')], 'none cannot be read: there is no such file'],
    ['an empty name', ['', proofFile], 'an empty name cannot be read'],
    ['a file as a folder', [join(file, 'x'), proofFile], 'a part of its path is no folder'],
    ['links in a circle', [join(place, 'loop'), proofFile], 'its links lead in a circle'],
    ['a name that is too long', ['x'.repeat(300), proofFile], 'its name is too long'],
    ['both from standard input', ['-', '-'], 'can come from standard input, not both'],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await tallystick('verify', ...args)
    expect([code, out]).toEqual([2, ''])
    sentence(err)
    expect(err).toContain(message)
  })

  test('no permission', async () => {
    const closed = written('closed', content)
    chmodSync(closed, 0)
    chmodSync(place, 0o755)
    // For root there is nothing that it may not read: then the command runs as nobody.
    const reader = process.getuid?.() === 0 ? { uid: 65534 } : {}
    expect(await tallystickWith(reader, 'verify', file, proofFile)).toMatchObject({ code: 0, err: '' })
    for (const args of [
      [closed, proofFile],
      [file, closed],
    ]) {
      const { code, out, err } = await tallystickWith(reader, 'verify', ...args)
      expect([code, out]).toEqual([2, ''])
      sentence(err)
      expect(err).toContain(`${closed} cannot be read: permission is missing`)
    }
  })

  test('who has read enough may go: the verdict stands', async () => {
    const { code, err } = await tallystickWith({ isDeaf: true }, 'verify', '--json', file, proofFile)
    expect([code, err]).toEqual([0, ''])
  })

  test('what cannot be printed', async () => {
    const full = openSync('/dev/full', 'w')
    for (const args of [['verify', file, proofFile], ['--help']]) {
      const { code, err } = await tallystickWith({ stdio: ['ignore', full, 'pipe'] }, ...args)
      expect(code).toBe(2)
      sentence(err)
      expect(err).toContain('nothing can be printed')
    }
  })
})
