import { CopyError } from './copy-error.js'

/**
 * Place of the mark. `x` and `y`: its upper left corner, from the upper left corner of the page as it is shown; `width`: its width. All
 * as fractions of the page's width or height, so that a place fits pages of any size. A mark that would hang over is moved inside.
 */
export interface MarkPlace {
  /** From 1 on. */
  readonly page: number | 'first' | 'last'
  readonly x: number
  readonly y: number
  readonly width: number
}

/** At the lower right corner of the last page. */
export const lowerRight: MarkPlace = { page: 'last', x: 1, y: 1, width: 0.37 }

/** In the upper half of a page of its own. */
export const onOwnPage: Omit<MarkPlace, 'page'> = { x: 0.225, y: 0.3, width: 0.55 }

/** Measures of a page, in its own units, as its box and its rotation say. */
export interface PageBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270
}

/** A matrix of PDF: a, b, c, d, e, f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Width and height of a mark of scale 1. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Distance to the edges of the page, as a fraction of its shorter side. */
const margin = 0.03
const widths = { min: 0.15, max: 0.94 } as const

/** Returns the index of the page that a place names, from 0 on. @throws {CopyError} `no_such_page` */
export function pageIndex({ page }: Pick<MarkPlace, 'page'>, count: number): number {
  const index = page === 'first' ? 0 : page === 'last' ? count - 1 : page - 1
  if (!Number.isInteger(index) || index < 0 || index >= count) throw new CopyError('no_such_page')
  return index
}

/** Part of a page that a mark covers, from the page's upper left corner as it is shown. */
export interface MarkArea extends Size {
  readonly left: number
  readonly top: number
}

/** Returns the part of a page that a mark covers at a place, in the page's units. `page`: its size as it is shown. */
export function areaOf(place: Omit<MarkPlace, 'page'>, mark: Size, page: Size): MarkArea {
  const edge = margin * Math.min(page.width, page.height)
  const wanted = (page.width * within(place.width, widths.min, widths.max)) / mark.width
  const scale = Math.min(wanted, (page.width - 2 * edge) / mark.width, (page.height - 2 * edge) / mark.height)
  const [width, height] = [mark.width * scale, mark.height * scale]
  const left = within(page.width * place.x, edge, page.width - edge - width)
  const top = within(page.height * place.y, edge, page.height - edge - height)
  return { left, top, width, height }
}

/** Returns the matrix that puts a mark upright at its place, on the page as it is shown. */
export function matrixOf(place: Omit<MarkPlace, 'page'>, mark: Size, box: PageBox): Matrix {
  const shown = shownSize(box)
  const { left, top, width, height } = areaOf(place, mark, shown)
  return upright(left, shown.height - top - height, width / mark.width, box)
}

/** Returns the size of a page as it is shown. */
export function shownSize({ width, height, rotation }: PageBox): Size {
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }
}

/** Turns against the page's rotation: from the lower left corner as it is shown to the page's own units. */
function upright(left: number, bottom: number, scale: number, { x, y, width, height, rotation }: PageBox): Matrix {
  if (rotation === 90) return [0, scale, -scale, 0, x + width - bottom, y + left]
  if (rotation === 180) return [-scale, 0, 0, -scale, x + width - left, y + height - bottom]
  if (rotation === 270) return [0, -scale, scale, 0, x + bottom, y + height - left]
  return [scale, 0, 0, scale, x + left, y + bottom]
}

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.max(least, Math.min(value, most)) : least
}
