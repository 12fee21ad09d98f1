import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPdf, verifyProof } from '@tallystick/proof'
import { certificateOf } from '@tallystick/proof/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { type Change, forged } from './pdf-forger.js'
import { parameters, proof, same } from './vector-certificates.js'

let pdf: Buffer
beforeAll(async () => {
  pdf = await certificatePdf(certificateOf(proof, { ...parameters, language: 'EN' }), { isSigned: false })
})
const unread = { json: proof, binding: { status: 'unbound', reason: 'resaved' } }

describe('a certificate that another program has saved again', () => {
  let debian: DebianPrograms | null
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-resaved-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(async () => {
    debian = await debianPrograms(['qpdf'])
    writeFileSync(join(folder, 'plain.pdf'), pdf)
  })
  /** Saves a certificate again with qpdf. */
  function resaved({ env, path }: DebianPrograms, name: string, ...options: string[]): Buffer {
    execFileSync(path('qpdf'), [...options, `${name}.pdf`, 'saved.pdf'], { env, cwd: folder })
    return readFileSync(join(folder, 'saved.pdf'))
  }

  it('says what its proof says when each object is as it was', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    for (const options of [[], ['--normalize-content=y', '--recompress-flate'], ['--newline-before-endstream']])
      expect(await readPdf(resaved(debian, 'plain', ...options))).toEqual({ json: proof, binding: same })
  })

  it.each([
    ['--linearize'],
    ['--object-streams=generate'],
    ['--qdf'],
    ['--linearize', '--object-streams=generate', '--coalesce-contents'],
    ['--rotate=90'],
    ['--overlay', 'plain.pdf', '--'],
    ['--stream-data=uncompress', '--force-version=1.4'],
  ])('gets its proof judged, and the caveat that its words were not: %s', async (...options) => {
    if (!debian) return
    const read = await readPdf(resaved(debian, 'plain', ...options))
    expect(read).toEqual(unread)
    const verdict = verifyProof(read?.json, { binding: read!.binding })
    expect(verdict.outcome).toBe('consistent')
    expect(verdict.caveats.map(({ code }) => code)).toContain('words-unbound')
  })

  it.each(['\n', '\r\n', '\n\n', ' \0'])('says what its proof says, with %j at its end', async (end) => {
    expect((await readPdf(Buffer.concat([pdf, Buffer.from(end)])))?.binding).toEqual(same)
  })

  it('is refused when a forger changed its words before', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    const swap: Change = (content) => content.replace(/(13\.5 Tf\n\[)<(....)(....)/, '$1<$3$2')
    const bytes = forged(pdf, swap)
    writeFileSync(join(folder, 'forged.pdf'), bytes)
    const read = await readPdf(resaved(debian, 'forged'))
    expect(read?.binding.status).toBe('changed')
    expect(read?.binding).toEqual((await readPdf(bytes))?.binding)
    expect(verifyProof(read?.json, { binding: read!.binding }).outcome).toBe('refused')
  })

  it.each([
    ['gives an object another content', '8 0 obj\n<<\n>>\nendobj\n', 'xref\n8 1\n{at} 00000 n \n', ''],
    ['adds an object', '900 0 obj\n<<\n>>\nendobj\n', 'xref\n900 1\n{at} 00000 n \n', '/Root 900 0 R'],
    ['leads an object elsewhere', '', 'xref\n8 1\n{at} 00000 n \n', ''],
    ['ends with another table', '', 'xref\n0 0\n', ''],
  ])('is not compared when a later revision %s', async (_, objects, table, root) => {
    const [, before = ''] = /startxref\n(\d+)\n%%EOF\n?$/.exec(pdf.toString('latin1')) ?? []
    const own = (name: string) => new RegExp(`/${name} \\d+ 0 R`).exec(pdf.toString('latin1'))?.[0] ?? ''
    const at = pdf.length + objects.length
    const ends = [`/Prev ${before}`, ''].flatMap((prev) => [String(at), before].map((start) => ({ prev, start })))
    for (const { prev, start } of ends) {
      const trailer = `trailer\n<< ${root || own('Root')} ${own('Info')} ${prev} >>\nstartxref\n${start}\n%%EOF\n`
      const revision = objects + table.replace('{at}', String(pdf.length).padStart(10, '0')) + trailer
      expect(await readPdf(Buffer.concat([pdf, Buffer.from(revision)])), `${prev} ${start}`).toEqual(unread)
    }
  })
})
