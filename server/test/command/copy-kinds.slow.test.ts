import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COPY_BYTES_MAX } from '@tallystick/sdk/copy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certifiedPdf } from '../../../sdk/test/certified-pdf.js'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { useService } from '../service.js'
import { usePerson } from './command.js'

const service = useService()
const key = makeSigningKey()
const { folder, env, run } = usePerson()
let debian: DebianPrograms | null
beforeAll(async () => {
  const { clientId, secretKey } = await service.account()
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
  debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
})
afterAll(() => rmSync(key.folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const sample = (name: string) => readFileSync(new URL(`../certificates/samples/${name}`, import.meta.url))

/** Signs bytes as PDF has it: CMS (DER), without the bytes. */
function sign(bytes: Uint8Array): Buffer {
  const [content, signature] = ['content', 'signature'].map((name) => join(key.folder, name)) as [string, string]
  writeFileSync(content, bytes)
  const signer = ['-signer', key.certificate, '-inkey', key.file, '-md', 'sha256', '-outform', 'DER']
  execFileSync('openssl', ['cms', '-sign', '-binary', '-in', content, ...signer, '-out', signature], { stdio: 'pipe' })
  return readFileSync(signature)
}

/** Kinds of documents that a copy is made of, and whether it has a mark. */
const made: readonly [kind: string, hasMark: boolean, make: () => Uint8Array][] = [
  ['plain', true, () => samplePdf()],
  ['signed', false, () => sample('version-2-signed.pdf')],
  ['certified', false, () => certifiedPdf(2, sign)],
  ['of 5,000 pages', true, () => samplePdf({ pages: 5000 })],
  ['PDF/A', true, () => sample('version-2.pdf')],
]

/** Kinds that there is no copy of, and why. */
const refused: readonly [kind: string, words: string, make: () => Uint8Array][] = [
  ['no PDF', 'This is not a PDF.', () => Buffer.from('PK')],
  ['empty', 'This is not a PDF.', () => Buffer.of()],
  ['cut off', 'The PDF is damaged.', () => samplePdf({ pages: 3 }).subarray(0, 500)],
  ['XFA', 'The PDF is an XFA form', () => samplePdf({ catalog: '/AcroForm << /Fields [] /XFA 3 0 R >>' })],
  ['of 0 pages', 'The PDF has no pages.', () => samplePdf({ pages: 0 })],
]

describe('tallystick stamp --copy', () => {
  it.each(made)('makes a copy of a document that is %s', async (_, hasMark, make) => {
    const original = make()
    writeFileSync(at('made.pdf'), original)
    expect(await run('stamp', '--copy', '--private', 'made.pdf')).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(at('made.pdf')).equals(original)).toBe(true)
    const copy = readFileSync(at('made.stamped.pdf'))
    expect(copy.subarray(0, original.length).equals(original)).toBe(true)
    expect(copy.subarray(original.length).includes('/BBox [0 0 220 76]')).toBe(hasMark)
    await run('original', 'made.stamped.pdf', '--output', 'back.pdf')
    expect(readFileSync(at('back.pdf')).equals(original)).toBe(true)
    for (const name of ['made.stamped.pdf', 'back.pdf']) rmSync(at(name))
  })

  /** Nothing is made, the document stays as it is, and the words say why. */
  async function expectRefusal(words: string): Promise<void> {
    const before = readFileSync(at('refused.pdf'))
    const answer = await run('stamp', '--copy', '--private', 'refused.pdf')
    const err = expect.stringContaining(`no copy of refused.pdf: ${words}`)
    expect(answer).toMatchObject({ code: 2, out: '', err })
    expect(readFileSync(at('refused.pdf')).equals(before)).toBe(true)
    expect(existsSync(at('refused.stamped.pdf'))).toBe(false)
  }

  it.each(refused)('refuses a document that is %s, in words', async (_, words, make) => {
    writeFileSync(at('refused.pdf'), make())
    await expectRefusal(words)
  })

  it('says so of one that is too large', async () => {
    writeFileSync(at('refused.pdf'), samplePdf())
    truncateSync(at('refused.pdf'), COPY_BYTES_MAX + 1)
    await expectRefusal('The PDF is larger than 100 MiB.')
  })

  it.each([
    ['restricted', ['', 'owner', '256', '--modify=none', '--']],
    ['encrypted', ['reader', 'owner', '256', '--']],
  ])('says so of one that is %s', async (_, args) => {
    if (!debian) return
    writeFileSync(at('plain.pdf'), sample('version-2.pdf'))
    const { path, env } = debian
    execFileSync(path('qpdf'), [at('plain.pdf'), '--encrypt', ...args, at('refused.pdf')], { env })
    await expectRefusal('The PDF is encrypted or restricted.')
  })

  it('is skipped in part without the programs', ({ skip }) => {
    if (!debian) skip(noDebian)
  })
})
