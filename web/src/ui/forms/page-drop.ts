import { useEffect, useRef, useState } from 'react'
import { droppedFiles } from './dropped-files.js'

/** Receiver of files dropped on the page. */
interface Target {
  take: (files: File[]) => void
  setOver: (isOver: boolean) => void
}

/** The newest takes the drop: a zone that appears later is what the page asks for now. */
const targets: Target[] = []

/** Whether files from outside are being dragged. Browsers hide which ones until the drop. */
export function bringsFiles(event: { dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** A dialog asks for something else first. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

function currentTarget(): Target | undefined {
  return isDialogOpen() ? undefined : targets.at(-1)
}

/**
 * Makes the whole page one target for files. No page lets the browser open a dropped file, which would replace the page and show
 * the document in its place. To be called once.
 */
export function receiveDrops(): void {
  const mark = (over: Target | undefined) => {
    for (const target of targets) target.setOver(target === over)
  }
  addEventListener('dragover', (event) => {
    if (!bringsFiles(event)) return
    event.preventDefault()
    const target = currentTarget()
    if (event.dataTransfer) event.dataTransfer.dropEffect = target ? 'copy' : 'none'
    mark(target)
  })
  addEventListener('dragleave', (event) => event.relatedTarget === null && mark(undefined))
  // Captures the events that a target inside of the page takes.
  addEventListener('dragover', (event) => bringsFiles(event) && mark(undefined), true)
  addEventListener('drop', () => mark(undefined), true)
  addEventListener('drop', (event) => {
    if (!bringsFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    const target = currentTarget()
    if (target) void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && target.take(files))
  })
}

/**
 * Takes files dropped anywhere on the page while the component is mounted. Dropped folders arrive as their files.
 *
 * @param take undefined: nothing is taken now
 * @returns whether files are being dragged that this would take
 */
export function usePageDrop(take: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  const isTaking = take !== undefined
  useEffect(() => {
    if (!isTaking) return
    const target: Target = { take: (files) => latest.current?.(files), setOver }
    targets.push(target)
    return () => {
      targets.splice(targets.indexOf(target), 1)
      setOver(false)
    }
  }, [isTaking])
  return isOver
}
