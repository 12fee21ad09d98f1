import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { openFont } from '../../../proof/src/certificate/pdf/fonts.js'
import { type PdfFile, readPdfFile } from '../../../proof/src/certificate/pdf/objects.js'

const golden = fileURLToPath(new URL('../../../proof/src/certificate/pdf/generated/glyphs.ts', import.meta.url))
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const ascii = range(0x20, 0x7e)
// Those that names in Latin letters have, and the signs of our own sentences. The soft hyphen has no shape.
const latin = `${ascii}${range(0xa0, 0xac)}${range(0xae, 0x17f)}ȘșȚțẞ–—‘’‚“”„†•…‹›€−`
const fonts = { 'Inter-Regular.otf': latin, 'Inter-SemiBold.otf': latin, 'DejaVuSansMono.ttf': ascii }
/** With an accent, i and j lose their dot. Drawn apart: a font names a glyph by the letter that it first stands for. */
const undotted = { 'Inter-Regular.otf': ['i\u0307', 'j\u0307'], 'Inter-SemiBold.otf': ['i\u0307', 'j\u0307'] }

/** Draws each letter by itself, as a certificate would. Returns the fonts. */
async function drawn(lettersOf: Readonly<Record<string, Iterable<string>>>) {
  const doc = new PDFDocument({ pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  for (const [file, letters] of Object.entries(lettersOf)) {
    doc.font(fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url)))
    for (const letter of letters) doc.text(letter, 50, 50, { lineBreak: false })
  }
  doc.end()
  await ended
  const file = readPdfFile(Buffer.concat(chunks), 5_000)
  return Promise.all(referencesIn(file).map((reference) => openFont(file, reference)))
}

/** Returns the fonts of the first page. */
function referencesIn(file: PdfFile) {
  const member = (of: unknown, name: string) => file.value((of as Map<string, never>).get(name))
  const root = file.value(file.trailer.get('Root'))
  const [page] = file.list(member(member(root, 'Pages'), 'Kids'))
  return [...(member(member(file.value(page), 'Resources'), 'Font') as Map<string, never>).values()]
}

it('the table of letters is that of our fonts (UPDATE_GOLDEN=1 npx vitest run --project server server/test/certificates/glyphs.test.ts)', async () => {
  const others = await drawn(undotted)
  const faces: Record<string, object> = {}
  for (const { face, descriptor, rest, glyphs } of await drawn(fonts)) {
    const more = others.find((other) => other.face === face)?.glyphs.filter(({ text }) => /[ij]/.test(text)) ?? []
    const letters = [...glyphs.slice(1), ...more]
    const bytes = Buffer.from(letters.map(({ digest }) => digest).join(''), 'hex')
    faces[face] = {
      descriptor,
      rest,
      letters: letters.map(({ text }) => text).join(''),
      drawn: bytes.toString('base64'),
    }
  }
  expect(Object.keys(faces)).toHaveLength(3)
  const made = `// Made by server/test/certificates/glyphs.test.ts with UPDATE_GOLDEN=1.\nexport const faces = ${JSON.stringify(faces, null, 2)} as const\n`
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, made)
  expect(readFileSync(golden, 'utf8')).toBe(made)
})
