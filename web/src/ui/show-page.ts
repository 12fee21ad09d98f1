import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

// Preact runs effects after the next frame. Until then a mutation would still send what a form held before the last key, so Enter
// right after it would leave it out.
options.requestAnimationFrame = queueMicrotask

/** Shows a page in the document's element for it. */
export function showPage(page: ReactNode): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(page)
}
