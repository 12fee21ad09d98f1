import { UploadCloud } from 'lucide-react'
import { useFileDrag } from './use-drop.js'

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
