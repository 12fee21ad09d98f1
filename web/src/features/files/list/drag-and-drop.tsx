import { type ComponentProps, type DragEvent, useEffect, useState } from 'react'
import { DropHint } from '../../../ui/forms/drop-hint.jsx'
import { droppedFiles } from '../../../ui/forms/dropped-files.js'
import { bringsFiles } from '../../../ui/forms/page-drop.js'
import type { Item } from '../model/items.js'
import { currentTransfer, setTransfer } from '../model/transfer.js'

/** Drops that an element accepts. */
export interface DropOptions {
  /** Whether these folders and files may be moved here. */
  accepts?: (items: readonly Item[]) => boolean
  /** Receives folders and files dragged within the page. */
  onItems?: (items: readonly Item[]) => void
  /** Receives files dragged from outside; dropped folders arrive as their files. */
  onFiles?: ((files: File[]) => void) | undefined
}

/** Items dragged within the page, or files from outside. */
export type DropKind = 'item' | 'files'

/** Makes an element a drop target: spread `props` on it, and highlight it while `over` is set. */
export function useDrop(options: DropOptions) {
  const [over, setOver] = useState<DropKind | null>(null)
  const enter = (event: DragEvent) => {
    const kind = acceptDrag(event, options)
    if (kind) setOver(kind)
  }
  return {
    over,
    props: {
      onDragEnter: enter,
      onDragOver: enter,
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null)
      },
      onDrop: (event: DragEvent) => {
        setOver(null)
        takeDrop(event, options)
      },
    },
  }
}

/** Accepts what is dragged over a drop target, and returns what it is; null when the target takes no such thing. */
export function acceptDrag(event: DragEvent, options: DropOptions): DropKind | null {
  const kind = kindOf(event, options)
  if (kind === null) return null
  event.preventDefault()
  // Of nested targets the innermost one takes the drop.
  event.stopPropagation()
  event.dataTransfer.dropEffect = kind === 'item' ? 'move' : 'copy'
  return kind
}

/** Takes what is dropped on a target, if it takes such things. */
export function takeDrop(event: DragEvent, options: DropOptions): void {
  const kind = kindOf(event, options)
  if (kind === null) return
  event.preventDefault()
  event.stopPropagation()
  const { onItems, onFiles } = options
  const held = currentTransfer()
  setTransfer(null)
  if (kind === 'item' && held) onItems?.(held.items)
  if (kind === 'files') void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles?.(files))
}

function kindOf(event: DragEvent, { accepts = () => true, onItems, onFiles }: DropOptions): DropKind | null {
  if (bringsFiles(event)) return onFiles ? 'files' : null
  const held = currentTransfer()
  return onItems && held?.by === 'drag' && accepts(held.items) ? 'item' : null
}

/** Whether files from outside are being dragged over the page. */
function useFileDrag(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => bringsFiles(event) && setDragging(true)
    const leave = (event: globalThis.DragEvent) => event.relatedTarget === null && setDragging(false)
    const end = () => setDragging(false)
    addEventListener('dragleave', leave)
    // Captures the event before a drop target stops it.
    addEventListener('dragover', over, true)
    addEventListener('drop', end, true)
    return () => {
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', over, true)
      removeEventListener('drop', end, true)
    }
  }, [])
  return isDragging
}

/** Says from the first moment of a drag what will happen to the files, here and on the rows. */
export function FilesDropHint(hint: ComponentProps<typeof DropHint>) {
  return useFileDrag() ? <DropHint {...hint} /> : null
}
