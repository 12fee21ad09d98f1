import type { MouseEvent } from 'react'

/** Whether a click on a link opens it here: with Ctrl, Shift or Alt it asks for another tab, a window or a download. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey)
}
