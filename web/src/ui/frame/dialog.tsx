import { useEffect, useLayoutEffect } from 'react'
import { later } from '../later.js'
import type { DialogProps } from './dialog-window.jsx'

const dialogWindow = later(() => import('./dialog-window.jsx'))

/** A modal dialog. Its window is loaded after the page. Without a network it stays closed, and opening it again tries again. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange } = props
  const loaded = dialogWindow.use()
  const isMissing = open && loaded === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is opened
  useEffect(() => {
    if (isMissing) dialogWindow.load().catch(() => onOpenChange(false))
  }, [isMissing])
  // Before the window's first field takes the focus.
  useLayoutEffect(() => (open ? focusReturner() : undefined), [open])
  return loaded ? <loaded.DialogWindow {...props} /> : null
}

/**
 * Returns what gives the focus back to the element that has it now, if it is lost then. A dialog that is taken away together with
 * the component that shows it is gone before Base UI could do so.
 */
function focusReturner(): () => void {
  const before = document.activeElement
  return () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    })
}
