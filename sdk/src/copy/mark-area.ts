import { markSize } from './mark.js'
import { areaOf, type MarkArea, type MarkPlace, onOwnPage, type Size } from './place.js'

/**
 * Returns the part of a page that the mark of a copy covers, to show it before the copy is made.
 *
 * @param page size of the page as it is shown, in any unit; the result has the same
 * @example
 * const { left, top, width, height } = markArea({ page: 'last', x: 1, y: 1, width: 0.37 }, { width: 595, height: 842 })
 */
export function markArea(place: MarkPlace | 'own page', page: Size): MarkArea {
  return areaOf(place === 'own page' ? onOwnPage : place, markSize, page)
}
