import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { originalLength } from '@tallystick/proof'
import { makeCopy } from '@tallystick/sdk/copy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../test/debian.js'
import { type IssuedCertificate, TestAuthority } from '../../test/timestamp-authority.js'
import { timestampQuery, tokenOf } from '../src/copy/timestamp.js'
import { lastTimestamp } from './last-timestamp.js'
import { samplePdf } from './sample-pdf.js'

// Other programs read the copies: qpdf, Poppler and OpenSSL.

const code = 'R7K2M4TQ9X'
const url = `https://notary.example/s/${code}`
const options = { code, url, date: new Date('2026-11-26T12:00:00Z'), name: 'Größ & Söhne', language: 'DE' } as const
const certificates = new URL('../../server/test/certificates/samples/', import.meta.url)
const sample = (name: string) => readFileSync(new URL(name, certificates))

/** Ways in which qpdf writes a document again, as other programs write theirs. */
const rewritten: readonly string[][] = [
  ['--linearize'],
  ['--object-streams=generate'],
  ['--object-streams=disable', '--force-version=1.4'],
  ['--linearize', '--object-streams=generate'],
  ['--qdf'],
  ['--stream-data=uncompress'],
  ['--coalesce-contents'],
  ['--rotate=90'],
  ['--rotate=180'],
  ['--rotate=270'],
  ['--pages', '.', '1,1,1', '--'],
]

describe('stamped copies, read by other programs', () => {
  let debian: DebianPrograms | null
  let authority: TestAuthority
  let signer: IssuedCertificate
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-copies-'))
  const path = (name: string) => join(folder, name)
  beforeAll(async () => {
    debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
    if (!debian) return
    authority = new TestAuthority(debian)
    signer = authority.issue('Authority')
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    authority?.remove()
  })
  const timestamp = async (digest: Uint8Array) => tokenOf(authority.reply(timestampQuery(digest), signer))
  function run(program: string, ...args: string[]): string {
    const { path: find, env } = debian as DebianPrograms
    return execFileSync(find(program), args, { env, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Makes a copy with a timestamp, and checks all that holds for every copy. */
  async function checkedCopy(
    original: Uint8Array,
    more: Partial<Parameters<typeof makeCopy>[1]> = {},
  ): Promise<Buffer> {
    const copy = Buffer.from(await makeCopy(original, { ...options, timestamp, ...more }))
    writeFileSync(path('copy.pdf'), copy)
    expect(copy.subarray(0, original.length).equals(original)).toBe(true)
    expect(originalLength(copy, copy.length)).toBe(original.length)
    expect(run('qpdf', '--check', 'copy.pdf')).toContain('No syntax or stream encoding errors found')
    expect(run('pdfsig', '-nocert', 'copy.pdf')).toContain('Total document signed')
    checkTimestamp(copy)
    return copy
  }

  /** Compares the last timestamp with the bytes that it covers. */
  function checkTimestamp(copy: Buffer): void {
    const { token, covered } = lastTimestamp(copy)
    writeFileSync(path('token'), token)
    writeFileSync(path('covered'), covered)
    const verified = run(
      'openssl',
      'ts',
      '-verify',
      '-in',
      'token',
      '-token_in',
      '-data',
      'covered',
      '-CAfile',
      authority.root.certificate,
    )
    expect(verified).toContain('OK')
  }

  it.each([{ args: [] }, ...rewritten.map((args) => ({ args }))])('written by qpdf, $args', async ({ args }) => {
    if (!debian) return
    writeFileSync(path('plain.pdf'), sample('version-2.pdf'))
    if (args.length > 0) run('qpdf', 'plain.pdf', ...args, 'original.pdf')
    const original = readFileSync(path(args.length > 0 ? 'original.pdf' : 'plain.pdf'))
    await checkedCopy(original)
    const pages = /Pages: +(\d+)/.exec(run('pdfinfo', 'copy.pdf'))?.[1] as string
    const text = run('pdftotext', '-f', pages, '-l', pages, 'copy.pdf', '-')
    for (const words of ['Gestempelte Kopie', 'R7K2M 4TQ9X', '26. November 2026', 'Größ & Söhne'])
      expect(text).toContain(words)
    expect(run('pdffonts', 'copy.pdf')).toMatch(/Inter-Regular +CID Type 0C.* yes yes yes/)
  })

  it('on a page of its own, which leaves the other pages as they look', async () => {
    if (!debian) return
    const original = samplePdf({ pages: 2, rotation: 90, crop: [20, 30, 400, 500], inherits: true })
    writeFileSync(path('original.pdf'), original)
    await checkedCopy(original, { place: 'own page' })
    for (const name of ['original', 'copy']) run('pdftoppm', '-r', '40', '-f', '1', '-l', '2', `${name}.pdf`, name)
    for (const page of [1, 2])
      expect(readFileSync(path(`copy-${page}.ppm`)).equals(readFileSync(path(`original-${page}.ppm`)))).toBe(true)
    expect(run('pdfinfo', '-f', '3', '-l', '3', 'copy.pdf')).toMatch(
      /Page +3 size: +470 x 380 pts[\s\S]*Page +3 rot: +0/,
    )
  })

  it('has its mark at one place, whatever the content of the page leaves open or closes', async () => {
    if (!debian) return
    const places: (string | undefined)[] = []
    for (const content of ['stream', 'list', 'open', 'closed', 'none'] as const) {
      await checkedCopy(samplePdf({ content }))
      places.push(/<word .*>R7K2M<.word>/.exec(run('pdftotext', '-bbox', 'copy.pdf', '-'))?.[0])
    }
    expect(places).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/xMin="3[67]/)))
    expect(new Set(places).size).toBe(1)
  })

  it('of a signed document gets a timestamp alone, and its signature stays valid', async () => {
    if (!debian) return
    const original = sample('version-2-signed.pdf')
    writeFileSync(path('original.pdf'), original)
    expect(run('pdfsig', '-nocert', 'original.pdf')).toContain('Signature is Valid')
    const copy = await checkedCopy(original)
    const after = run('pdfsig', '-nocert', 'copy.pdf')
    expect(after).toContain('Signature is Valid')
    expect(after).not.toContain('invalid')
    expect(copy.toString('latin1')).not.toContain('/Subtype /Form\n/BBox [0 0 220 76]')
  })

  it('of a long document', async () => {
    if (!debian) return
    await checkedCopy(samplePdf({ pages: 5000 }))
  })

  it('of a document by another library', async () => {
    if (!debian) return
    const pdf = PDF.create()
    pdf.addPage({ size: 'letter', orientation: 'landscape' }).drawText('Original', { x: 50, y: 50 })
    await checkedCopy(await pdf.save({ useXRefStream: true }))
  })

  it('of an encrypted document is refused, also of one that opens without a password', async () => {
    const pdf = PDF.create()
    pdf.addPage()
    pdf.setProtection({ ownerPassword: 'owner' })
    await expect(makeCopy(await pdf.save(), options)).rejects.toMatchObject({ name: 'CopyError', code: 'encrypted' })
  })

  it('is skipped without the programs', ({ skip }) => {
    if (!debian) skip(noDebian)
  })
})
