import { shortened } from '../binding.js'
import type { CertificateFace } from '../certificate.js'
import { footTitle, logoBox, lowTop, pdfLook, qrBoxes, sealAreas, sealBox } from '../pdf-look.js'
import { fill } from '../words/words.js'
import { type Change, changed, isClose, isLike, isNear, structure, takeLine, textOf } from './lines.js'
import type { DrawnBox, DrawnLine, DrawnPage } from './page.js'

const { margin, width, height, ink, pale, accent, warning, bar, qrSide, signLeft } = pdfLook
const right = width - margin

/** Compares all that pages show besides their text. Returns the first difference. @param underlined number of rules across a page */
export function drawingsDifference(
  pages: readonly DrawnPage[],
  certificate: CertificateFace,
  underlined: number,
): Change | undefined {
  return (
    feetDifference(pages, certificate) ??
    boxesDifference(pages, certificate) ??
    sealDifference(pages, certificate) ??
    logoDifference(pages, certificate) ??
    rulesDifference(pages, certificate, underlined)
  )
}

function feetDifference(pages: readonly DrawnPage[], { words, name }: CertificateFace): Change | undefined {
  const style = { face: 'Inter-Regular', size: 8, color: pale } as const
  for (const [at, { lines }] of pages.entries()) {
    const expected = footTitle(name) + fill(words.page, { page: at + 1, pages: pages.length })
    const feet = lines.filter(({ isArtifact }) => isArtifact)
    const found = textOf(feet)
    if (found !== expected) return changed('words', found, expected)
    const [foot] = feet
    const isOurs = feet.length === 1 && foot && isLike(foot, style) && foot.y < margin - 8 && foot.y > margin - 24
    if (!isOurs || Math.abs(foot.x + foot.end - width) > 2) return structure(`“${shortened(found)}” at another place`)
  }
  return undefined
}

/** The page that has the QR code and the line for a signature. */
const lowPage = (pages: readonly DrawnPage[], { words }: CertificateFace) =>
  pages.find(({ lines }) =>
    lines.some(({ text, face, size }) => text === words.scan && face === 'Inter-SemiBold' && size === 9),
  )

/** The only boxes are the QR code of the link and the ground and the bar of each warning, drawn before what is on them. */
function boxesDifference(pages: readonly DrawnPage[], certificate: CertificateFace): Change | undefined {
  const { link, warnings } = certificate
  const [first, low] = [pages[0], lowPage(pages, certificate)]
  const modules = qrBoxes(link)
  const codes = low?.boxes.slice(-modules.length) ?? []
  const isQr = modules.every((module, at) => {
    const box = codes[at]
    return box?.color === ink && isNear(box, { ...module, y: height - module.y - module.height })
  })
  const count = pages.reduce((sum, { boxes }) => sum + boxes.length, 0)
  const place = { x: margin, y: lowTop, width: qrSide, height: qrSide }
  if (!isQr || low === undefined || count !== modules.length + 2 * warnings.length || covers(low.lines, place))
    return structure('another drawing or QR code')
  for (const [index, text] of warnings.entries()) {
    const [ground, side] = (first?.boxes.slice(2 * index) ?? []) as [DrawnBox?, DrawnBox?]
    const isOurs = ground !== undefined && side !== undefined && isWarning(ground, side)
    if (!isOurs) return structure('a box that is no warning')
    const lines = first?.lines ?? []
    const rest = { text }
    const own = lines.slice(ground.after).filter((line) => rest.text !== '' && takeLine(rest, line.text))
    const isAround = own.every(({ y, size }) => y > ground.y && y + size < ground.y + ground.height)
    const covered = lines
      .slice(0, side.after)
      .find(({ y, size }) => y > ground.y - size && y < ground.y + ground.height)
    if (!isAround || covered !== undefined || overlaps(ground, sealBox(certificate)))
      return structure('a box around something else')
  }
  return undefined
}

const isWarning = (ground: DrawnBox, side: DrawnBox) =>
  ground.color === warning &&
  side.color === accent &&
  isNear(side, { ...ground, width: bar }) &&
  isClose(ground.x, margin) &&
  isClose(ground.width, right - margin)

/** The only areas are those of the seal, on the first page, away from all text. */
function sealDifference(pages: readonly DrawnPage[], certificate: CertificateFace): Change | undefined {
  const [{ areas, lines } = { areas: [], lines: [] }, ...others] = pages
  const expected = sealAreas(certificate.seal, certificate.look.color, certificate)
  const isSame =
    areas.length === expected.length &&
    expected.every(({ color, outlines }, at) => {
      const found = areas[at]
      const corners = outlines.map((outline) => outline.flat())
      return (
        found?.color === color &&
        found.outlines.length === corners.length &&
        corners.every((corner, i) => isSameLine(found.outlines[i] ?? [], corner))
      )
    })
  if (!isSame || others.some((page) => page.areas.length > 0)) return structure('another seal')
  return covers(lines, sealBox(certificate)) ? structure('text over the seal') : undefined
}

const isSameLine = (found: readonly number[], expected: readonly number[]) =>
  found.length === expected.length && expected.every((part, at) => isClose(found[at] ?? Number.NaN, part))

/** The only picture is the issuer's logo, in its frame on the first page, away from all text. */
function logoDifference(pages: readonly DrawnPage[], { look }: CertificateFace): Change | undefined {
  const found = pages.flatMap(({ pictures }, page) => pictures.map((picture) => ({ ...picture, page })))
  const [picture] = found
  if (look.logo === undefined) return picture && structure('a picture')
  const place = logoBox(look.logo)
  if (found.length !== 1 || picture?.page !== 0 || !isNear(picture, place)) return structure('a logo at another place')
  return covers(pages[0]?.lines ?? [], place) ? structure('text over the logo') : undefined
}

/** Each fact and each heading has a rule below it, which strikes nothing out; so has the line for a signature. */
function rulesDifference(
  pages: readonly DrawnPage[],
  certificate: CertificateFace,
  underlined: number,
): Change | undefined {
  const signed = height - lowTop - qrSide + 14
  let [across, signatures] = [0, 0]
  for (const page of pages)
    for (const { from, to, y } of page.rules) {
      const strikes = page.lines.some((line) => y > line.y - 0.2 * line.size && y < line.y + 0.8 * line.size)
      const isSignature = page === lowPage(pages, certificate) && isClose(from, signLeft) && isClose(y, signed)
      if (strikes || !isClose(to, right) || !(isSignature || isClose(from, margin))) return structure('another line')
      if (isSignature) signatures++
      else across++
    }
  const isComplete = across === underlined && signatures === (certificate.look.signature === '' ? 0 : 1)
  return isComplete ? undefined : structure('another line')
}

/** A rectangle, measured from the upper left corner of the page. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns whether any text reaches into a rectangle. */
function covers(lines: readonly DrawnLine[], { x, y, width, height: tall }: Place): boolean {
  const [upper, lower] = [height - y, height - y - tall]
  return lines.some(
    (line) => line.y + line.size > lower && line.y - 0.3 * line.size < upper && line.end > x && line.x < x + width,
  )
}

/** Returns whether a box, whose `y` is its lower edge, reaches into a rectangle's rows. */
const overlaps = (box: DrawnBox, { y, height: tall }: Place) =>
  box.y + box.height > height - y - tall && box.y < height - y
