import { type Binding, shortened } from './binding.js'
import { type Certificate, escaped, type Fact } from './certificate.js'
import { footTitle, pdfLook, qrBoxes } from './pdf-look.js'
import type { DrawnBox, DrawnLine, DrawnPage } from './pdf-page.js'
import { fill } from './words.js'

/** A text of the certificate, in the order in which it is drawn. */
interface Item {
  readonly text: string
  /** Drawn to the right of the text before it, on the same line. */
  readonly isBeside?: boolean
}

type Change = Extract<Binding, { status: 'changed' }>

const changed = (reason: Change['reason'], found: string, expected?: string): Change => ({
  status: 'changed',
  reason,
  found: shortened(found),
  ...(expected === undefined ? {} : { expected: shortened(expected) }),
})
const structure = (found: string) => changed('structure', found)

/** Compares everything that pages show with a certificate. Returns the first difference. */
export function layoutDifference(pages: readonly DrawnPage[], certificate: Certificate): Change | undefined {
  return (
    wordsDifference(pages, itemsOf(certificate)) ??
    feetDifference(pages, certificate) ??
    boxesDifference(pages, certificate) ??
    pages.map(looksDifference).find((change) => change !== undefined)
  )
}

function itemsOf({ words, headline, clock, link, ...certificate }: Certificate): Item[] {
  const text = (value: string): Item => ({ text: value })
  const facts = (list: readonly Fact[]) =>
    list.flatMap(({ label, value }) => [{ text: label }, { text: value, isBeside: true }])
  const steps = certificate.steps.flatMap((step, at) => [{ text: String(at + 1) }, { text: step, isBeside: true }])
  return [
    ...[link, 'TALLYSTICK', words.title, headline, clock, ...certificate.warnings].map(text),
    text(words.sections.what),
    ...facts(certificate.what),
    text(words.sections.where),
    ...facts(certificate.where),
    ...certificate.notes.map(text),
    text(words.sections.check),
    text(words.steps.intro),
    ...steps,
    ...facts(certificate.verifier),
  ]
}

const plain = (text: string) => text.replace(/\s+/g, '')

/** Every text must be there, in its order, each below the one before or, where it belongs there, beside it. */
function wordsDifference(pages: readonly DrawnPage[], items: readonly Item[]): Change | undefined {
  const lines = pages.flatMap(({ lines: ofPage }, page) =>
    ofPage.filter(({ isArtifact, text }) => !isArtifact && plain(text) !== '').map((line) => ({ ...line, page })),
  )
  let at = 0
  let before: { page: number; first: DrawnLine; lowest: number } | undefined
  for (const [index, { text, isBeside }] of items.entries()) {
    const begin = at
    const rest = { text: plain(text) }
    while (rest.text !== '') {
      const line = lines[at++]
      if (line === undefined) return changed('words', '', text)
      if (!takeLine(rest, plain(line.text)))
        return changed(
          'words',
          lines
            .slice(begin, at)
            .map((own) => own.text)
            .join(' '),
          text,
        )
    }
    const own = lines.slice(begin, at)
    const [first] = own
    if (first === undefined) continue
    const lowest = Math.min(...own.filter(({ page }) => page === own.at(-1)?.page).map(({ y }) => y))
    if (before !== undefined && index > 1) {
      const isPlaced = isBeside
        ? first.page === before.page && Math.abs(first.y - before.first.y) < 2 && first.x > before.first.x
        : first.page > before.page || first.y < before.lowest
      const isInOrder = own.every((line, i) => i === 0 || isBelow(line, own[i - 1]!))
      if (!isPlaced || !isInOrder) return structure(`“${shortened(text)}” at another place`)
    }
    const alone = isBeside && before ? Math.min(before.lowest, lowest) : lowest
    before = { page: own.at(-1)?.page ?? 0, first, lowest: alone }
  }
  const [extra] = lines.slice(at)
  return extra && changed('words', extra.text)
}

const isBelow = (line: { page: number; y: number }, before: { page: number; y: number }) =>
  line.page > before.page || line.y < before.y

/** Takes a drawn line from the beginning of a text. Letters that the font lacks are drawn as their code points. */
function takeLine(rest: { text: string }, line: string): boolean {
  let left = line
  for (const character of rest.text) {
    if (left === '') break
    const drawn = left.startsWith(character) ? character : escaped(character)
    if (!left.startsWith(drawn)) return false
    left = left.slice(drawn.length)
    rest.text = rest.text.slice(character.length)
  }
  return left === ''
}

function feetDifference(pages: readonly DrawnPage[], { words, code }: Certificate): Change | undefined {
  for (const [at, { lines }] of pages.entries()) {
    const expected = footTitle(words.title, code) + fill(words.page, { page: at + 1, pages: pages.length })
    const found = lines
      .filter(({ isArtifact }) => isArtifact)
      .map(({ text }) => text)
      .join(' ')
    if (plain(found) !== plain(expected)) return changed('words', found, expected)
  }
  return undefined
}

/** The only boxes are the QR code of the link and the ground and the bar of each warning, drawn before what is on them. */
function boxesDifference(pages: readonly DrawnPage[], { link, warnings }: Certificate): Change | undefined {
  const { height, ink, warning, accent, margin, bar } = pdfLook
  const boxes = pages.flatMap(({ boxes: ofPage }) => ofPage)
  const modules = qrBoxes(link)
  const isQr = modules.every((module, at) => {
    const box = boxes[at]
    const y = height - module.y - module.height
    return box?.color === ink && isNear(box, { ...module, y })
  })
  if (!isQr || boxes.length !== modules.length + 2 * warnings.length) return structure('another drawing or QR code')
  for (let at = modules.length; at < boxes.length; at += 2) {
    const [ground, side] = [boxes[at] as DrawnBox, boxes[at + 1] as DrawnBox]
    const isWarning =
      ground.color === warning &&
      side.color === accent &&
      isNear(side, { ...ground, width: bar }) &&
      ground.x === margin
    if (!isWarning) return structure('a box that is no warning')
  }
  for (const { boxes: ofPage, lines } of pages) {
    for (const { after, y, height: high, x, width } of ofPage) {
      const covered = lines.slice(0, after).find((line) => {
        return line.y > y - line.size && line.y < y + high && line.x < x + width
      })
      if (covered) return structure(`“${shortened(covered.text)}” under a box`)
    }
  }
  return undefined
}

const isNear = (box: { x: number; y: number; width: number; height: number }, other: typeof box) =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(box[side] - other[side]) < 0.01)

/** Text must be readable: on the page, in its colors, neither tiny nor struck out. */
function looksDifference({ lines, rules }: DrawnPage): Change | undefined {
  const colors: readonly string[] = [pdfLook.ink, pdfLook.pale, pdfLook.accent]
  const unreadable = lines.find(({ x, y, size, color, text }) => {
    const isOnPage = x >= 20 && x < pdfLook.width - 40 && y > 20 && y < pdfLook.height - 20
    const isStruck = rules.some((rule) => rule > y - 0.2 * size && rule < y + size)
    return plain(text) !== '' && (!colors.includes(color) || size < 6 || size > 24 || !isOnPage || isStruck)
  })
  return unreadable && structure(`“${shortened(unreadable.text)}” drawn so that it cannot be read`)
}
