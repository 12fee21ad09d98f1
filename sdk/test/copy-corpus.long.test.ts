import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { CopyError } from '@tallystick/sdk/copy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../test/debian.js'
import { CopyOracles } from './copy-oracles.js'
import { ghostscript } from './ghostscript.js'

/*
 * Copies of documents of many makers, read by other programs. `PDFS=folder` adds all PDFs in a folder: each gives a sound copy, or is
 * refused in words.
 */

const folder = process.env.PDFS
const files = folder === undefined ? [] : pdfsIn(folder)

function pdfsIn(path: string): string[] {
  if (statSync(path).isDirectory()) return readdirSync(path).flatMap((name) => pdfsIn(join(path, name)))
  return /\.pdf$/i.test(path) ? [path] : []
}

const page = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Vertrag</title>
<style>@page { size: A5 landscape } td { border: 1px solid }</style>
<h1>Vertrag über Größen</h1><p>Zwischen <b>A</b> und <i>B</i>.</p><table><tr><td>1</td><td>2</td></tr></table>
<form><input value="Feld"></form><svg width="40" height="40"><circle cx="20" cy="20" r="18" fill="teal" opacity="0.5"/></svg>`

const postscript = `%!PS
/Helvetica findfont 24 scalefont setfont 60 600 moveto (Agreement) show
gsave 200 300 translate 100 100 scale 2 2 8 [2 0 0 2 0 0] { <00ff80c0> } image grestore showpage`

/** Versions and profiles in which Ghostscript writes PDF. */
const ghostscriptForms = [
  ['-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.3'],
  ['-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.7'],
  ['-sDEVICE=pdfwrite', '-dPDFA=2', '-sColorConversionStrategy=RGB'],
  ['-sDEVICE=pdfwrite', '-dPDFX'],
  // As scanners write them.
  ['-sDEVICE=pdfimage24', '-r60'],
  ['-sDEVICE=pclm', '-r60'],
]

describe('copies of documents of many makers', () => {
  let oracles: CopyOracles | null
  beforeAll(async () => {
    oracles = await CopyOracles.open()
  })
  afterAll(() => oracles?.remove())

  it('Chromium, printing', async () => {
    if (!oracles) return
    const chromium = (await debianPrograms(['chromium-headless-shell'])) as DebianPrograms
    oracles.write('page.html', Buffer.from(page))
    const program = join(chromium.root, 'usr/lib/chromium/chromium-headless-shell')
    const asked = ['--no-sandbox', `--print-to-pdf=${oracles.path('printed.pdf')}`, oracles.path('page.html')]
    execFileSync(program, asked, { env: chromium.env, stdio: 'pipe' })
    await oracles.copy(oracles.read('printed.pdf'))
  })

  it.each(ghostscriptForms.map((form) => ({ form })))('Ghostscript, $form', async ({ form }) => {
    if (!oracles) return
    await ghostscript(postscript, oracles.path('made.pdf'), form)
    await oracles.copy(oracles.read('made.pdf'))
  })

  it('a library for Node, with a form', async () => {
    const pdf = PDF.create()
    pdf.addPage({ size: 'a4' }).drawText('Original', { x: 50, y: 50 })
    pdf.getOrCreateForm().createTextField('name')
    await oracles?.copy(await pdf.save())
  })

  it(`${files.length} of a folder`, async () => {
    if (!oracles) return
    const broken: string[] = []
    for (const file of files) {
      try {
        await oracles.copy(readFileSync(file))
      } catch (error) {
        if (!(error instanceof CopyError)) broken.push(`${file}: ${String(error).slice(0, 500)}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('is skipped without the programs', ({ skip }) => {
    if (!oracles) skip(noDebian)
  })
})
