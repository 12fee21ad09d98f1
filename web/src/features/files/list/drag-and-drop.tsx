import { UploadCloud } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { droppedFiles } from '../../../ui/dropped-files.js'
import type { Item } from '../model/items.js'
import { heldNow, hold } from '../model/transfer.js'

/** What can be dropped on a place. */
export interface DropOptions {
  /** May these folders and files be put here? */
  accepts?: (items: readonly Item[]) => boolean
  /** Folders and files of the page were dropped here. */
  onItems?: (items: readonly Item[]) => void
  /** Files from outside were dropped here; dropped folders come as their files. */
  onFiles?: ((files: File[]) => void) | undefined
}

/** Is it files from outside that are dragged? Which ones, nobody is told before the drop. */
function bringsFiles(event: { dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** Makes an element a place to drop on. Give it `props`, and show it by `over`. */
export function useDrop({ accepts = () => true, onItems, onFiles }: DropOptions) {
  const [over, setOver] = useState<'item' | 'files' | null>(null)
  const kindOf = (event: DragEvent): 'item' | 'files' | null => {
    if (bringsFiles(event)) return onFiles ? 'files' : null
    const held = heldNow()
    return onItems && held?.by === 'drag' && accepts(held.items) ? 'item' : null
  }
  const enter = (event: DragEvent) => {
    const kind = kindOf(event)
    if (kind === null) return
    event.preventDefault()
    // Of places inside each other the innermost one takes it.
    event.stopPropagation()
    event.dataTransfer.dropEffect = kind === 'item' ? 'move' : 'copy'
    setOver(kind)
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
        const kind = kindOf(event)
        setOver(null)
        if (kind === null) return
        event.preventDefault()
        event.stopPropagation()
        const held = heldNow()
        hold(null)
        if (kind === 'item' && held) onItems?.(held.items)
        if (kind === 'files')
          void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles?.(files))
      },
    },
  }
}

/** Makes an element something to drag, with all that goes along. */
export function dragProps(items: readonly Item[], isOwn: boolean) {
  if (!isOwn) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData('text/plain', items.map(({ name }) => name).join('\n'))
      event.dataTransfer.effectAllowed = 'move'
      hold({ items, by: 'drag' })
    },
    onDragEnd: () => {
      if (heldNow()?.by === 'drag') hold(null)
    },
  }
}

/** Are files from outside dragged over the page? */
function useFileDrag(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => bringsFiles(event) && setDragging(true)
    const leave = (event: globalThis.DragEvent) => event.relatedTarget === null && setDragging(false)
    const end = () => setDragging(false)
    addEventListener('dragleave', leave)
    // Before a place on the page takes it.
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

/** Keeps files that are dropped beside every place from being opened instead of the page. */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (bringsFiles(event)) event.preventDefault()
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

/** What happens with files that are dragged over the page, while they are; it moves nothing that they could be dropped on. */
export function DropHint({ text, isOver }: { text: string; isOver: boolean }) {
  if (!useFileDrag()) return null
  return (
    <p
      className={`pointer-events-none fixed inset-x-4 bottom-6 z-20 mx-auto flex w-fit max-w-xl items-center gap-3 rounded-xl border-2 border-dashed px-4 py-3 font-medium shadow-float ${isOver ? 'border-wood bg-wood-wash' : 'border-edge/50 bg-raised'}`}
    >
      <UploadCloud className="size-6 shrink-0 text-wood" aria-hidden="true" />
      {text}
    </p>
  )
}
