import { readFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noDebian } from '../../test/debian.js'
import { certifiedPdf } from './certified-pdf.js'
import { CopyOracles } from './copy-oracles.js'
import { samplePdf } from './sample-pdf.js'

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

/** Ways of qpdf to encrypt: the password of the reader, that of the owner, and more. */
const encrypted: readonly string[][] = [
  ['', 'owner', '40', '--'],
  ['', 'owner', '128', '--use-aes=y', '--modify=none', '--'],
  ['', 'owner', '256', '--'],
  ['reader', 'owner', '128', '--use-aes=n', '--'],
  ['reader', 'owner', '256', '--'],
  ['reader', 'owner', '256', '--cleartext-metadata', '--', '--object-streams=generate'],
]

describe('stamped copies, read by other programs', () => {
  let oracles: CopyOracles | null
  beforeAll(async () => {
    oracles = await CopyOracles.open()
  })
  afterAll(() => oracles?.remove())

  it.each([{ args: [] }, ...rewritten.map((args) => ({ args }))])('written by qpdf, $args', async ({ args }) => {
    if (!oracles) return
    oracles.write('plain.pdf', sample('version-2.pdf'))
    if (args.length > 0) oracles.run('qpdf', 'plain.pdf', ...args, 'original.pdf')
    await oracles.copy(oracles.read(args.length > 0 ? 'original.pdf' : 'plain.pdf'))
    expect(oracles.run('pdffonts', 'copy.pdf')).toMatch(/Inter-Regular +CID TrueType.* yes yes yes/)
  })

  it.each(encrypted.map((args) => ({ args })))('encrypted by qpdf, $args, is refused', async ({ args }) => {
    if (!oracles) return
    oracles.write('plain.pdf', sample('version-2.pdf'))
    oracles.run('qpdf', 'plain.pdf', '--allow-weak-crypto', '--encrypt', ...args, 'original.pdf')
    await expect(oracles.copy(oracles.read('original.pdf'))).rejects.toMatchObject({
      name: 'CopyError',
      code: 'encrypted',
    })
  })

  it('on a page of its own, which leaves the other pages as they look', async () => {
    if (!oracles) return
    const original = samplePdf({ pages: 2, rotation: 90, crop: [20, 30, 400, 500], inherits: true })
    await oracles.copy(original, { place: 'own page' })
    for (const name of ['original', 'copy'])
      oracles.run('pdftoppm', '-r', '40', '-f', '1', '-l', '2', `${name}.pdf`, name)
    for (const page of [1, 2])
      expect(oracles.read(`copy-${page}.ppm`).equals(oracles.read(`original-${page}.ppm`))).toBe(true)
    expect(oracles.run('pdfinfo', '-f', '3', '-l', '3', 'copy.pdf')).toMatch(
      /Page +3 size: +470 x 380 pts[\s\S]*Page +3 rot: +0/,
    )
  })

  it('has its mark at one place, whatever the content of the page leaves open or closes', async () => {
    if (!oracles) return
    const places: (string | undefined)[] = []
    for (const content of ['stream', 'list', 'open', 'closed', 'none'] as const) {
      await oracles.copy(samplePdf({ content }))
      places.push(/<word .*>R7K2M<.word>/.exec(oracles.run('pdftotext', '-bbox', 'copy.pdf', '-'))?.[0])
    }
    expect(places).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/xMin="3[67]/)))
    expect(new Set(places).size).toBe(1)
  })

  it('of a signed document gets a timestamp alone, and its signature stays valid', async () => {
    if (!oracles) return
    const copy = await oracles.copy(sample('version-2-signed.pdf'))
    const after = oracles.run('pdfsig', '-nocert', 'copy.pdf')
    expect(after).toContain('Signature is Valid')
    expect(after).not.toContain('invalid')
    expect(copy.toString('latin1')).not.toContain('/Subtype /Form\n/BBox [0 0 220 76]')
  })

  it.each([1, 2, 3])('of a document that is certified, at level %d, gets a timestamp alone', async (level) => {
    if (!oracles) return
    const original = certifiedPdf(level, (bytes) => (oracles as CopyOracles).sign(bytes))
    const copy = await oracles.copy(original)
    expect(copy.toString('latin1')).not.toContain('/Subtype /Form\n/BBox [0 0 220 76]')
    expect(oracles.run('pdfsig', '-nocert', 'copy.pdf')).toContain('Signature is Valid')
  })

  it('of a long document', async () => {
    await oracles?.copy(samplePdf({ pages: 5000 }))
  })

  it('of a document with tables of its objects in two forms keeps what only newer readers find', async () => {
    if (!oracles) return
    await oracles.copy(hybrid())
    expect(oracles.run('pdfinfo', 'copy.pdf')).toMatch(/Title: +Hidden/)
  })

  it('of a page in units of its own', async () => {
    await oracles?.copy(samplePdf({ page: '/UserUnit 2.5' }))
  })

  it('of a document by another library', async () => {
    if (!oracles) return
    const pdf = PDF.create()
    pdf.addPage({ size: 'letter', orientation: 'landscape' }).drawText('Original', { x: 50, y: 50 })
    await oracles.copy(await pdf.save({ useXRefStream: true }))
  })

  it('is skipped without the programs', ({ skip }) => {
    if (!oracles) skip(noDebian)
  })
})

/** Adds an update to a sample whose new object is known to newer readers alone: by a stream of objects, beside the table. */
function hybrid(): Uint8Array {
  const base = new TextDecoder().decode(samplePdf())
  const before = /startxref\n(\d+)/.exec(base)?.[1] as string
  const size = Number(/\/Size (\d+)/.exec(base)?.[1])
  const at = base.length + 1
  const object = `${size} 0 obj\n<< /Title (Hidden) >>\nendobj\n`
  const entry = String.fromCharCode(1, 0, at >> 8, at & 255, 0)
  const streamAt = at + object.length
  const data = [...entry].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  const list = `/W [1 3 1] /Index [${size} 1] /Filter /ASCIIHexDecode`
  const stream = `${size + 1} 0 obj\n<< /Type /XRef /Size ${size + 2} ${list} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`
  const tableAt = streamAt + stream.length
  const trailer = `trailer\n<< /Size ${size + 2} /Root 1 0 R /Info ${size} 0 R /Prev ${before} /XRefStm ${streamAt} >>`
  return new TextEncoder().encode(`${base}\n${object}${stream}xref\n0 0\n${trailer}\nstartxref\n${tableAt}\n%%EOF\n`)
}
