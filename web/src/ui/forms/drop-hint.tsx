import { FileUp } from 'lucide-react'

/** Says over the window what a drop does here, while files are dragged. Overlaid, so that nothing moves under the pointer. */
export function DropHint({ text, isOver }: { text: string; isOver: boolean }) {
  return (
    <p
      data-testid="drop-hint"
      className={`pointer-events-none fixed inset-x-4 bottom-6 z-20 mx-auto flex w-fit max-w-xl items-center gap-3 rounded-xl border-2 border-dashed px-4 py-3 font-medium shadow-float ${isOver ? 'border-wood bg-wood-wash' : 'border-edge/50 bg-raised'}`}
    >
      <FileUp className="size-6 shrink-0 text-wood" aria-hidden="true" />
      {text}
    </p>
  )
}
