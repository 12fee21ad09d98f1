import { Camera, FileUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../button.jsx'
import { cn } from '../classes.js'
import { useMedia } from '../media.js'
import { DropHint } from './drop-hint.jsx'
import { FilesInput } from './files-input.jsx'
import { usePageDrop } from './page-drop.js'

interface DropZoneProps {
  title: ReactNode
  /** Explains what happens to the files. */
  text?: ReactNode
  /** The effect of a drop, shown over the window while files are dragged. */
  hint: string
  /** Label of the button that selects files. */
  button: string
  /** Label of a second button, which selects a folder. */
  folderButton?: string
  /** Label of a button that takes a photo, on phones and tablets. */
  photoButton?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  className?: string
  icon?: ReactNode
  /** A thin variant for pages with other content, with a secondary button. */
  slim?: boolean
}

/**
 * Asks for files: dropped anywhere on the page, or chosen with a button. Dropped folders arrive as files with paths like
 * `webkitRelativePath`.
 */
export function DropZone({
  title,
  text,
  hint,
  button,
  folderButton,
  photoButton,
  multiple = false,
  disabled = false,
  onFiles,
  className,
  icon,
  slim = false,
}: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const hasCamera = useMedia('(pointer: coarse)')
  const take = (chosen: Iterable<File>) => {
    const list = [...chosen]
    if (list.length > 0 && !disabled) onFiles(multiple ? list : list.slice(0, 1))
  }
  const isOver = usePageDrop(disabled ? undefined : take)
  return (
    <div
      data-over={isOver || undefined}
      className={cn(
        'flex items-center gap-3 rounded-2xl border-2 border-dashed border-edge/50 bg-raised transition-colors data-over:border-wood data-over:bg-wood-wash',
        slim ? 'flex-wrap justify-between px-4 py-3' : 'flex-col justify-center px-6 py-10 text-center',
        className,
      )}
    >
      {slim ? null : (
        <span className="text-wood [&_svg]:size-8 [&_svg]:stroke-[1.5]">{icon ?? <FileUp aria-hidden="true" />}</span>
      )}
      <div>
        <p className={slim ? 'text-soft' : 'text-lg font-medium'}>{title}</p>
        {text ? <p className="mx-auto mt-1 max-w-prose text-soft">{text}</p> : null}
      </div>
      <div className={cn('flex flex-wrap gap-2', slim ? null : 'justify-center')}>
        <Button
          look={slim ? 'secondary' : 'primary'}
          size={slim ? 'small' : 'normal'}
          disabled={disabled}
          onClick={() => files.current?.click()}
        >
          {button}
        </Button>
        {folderButton ? (
          <Button size={slim ? 'small' : 'normal'} disabled={disabled} onClick={() => folder.current?.click()}>
            {folderButton}
          </Button>
        ) : null}
        {photoButton && hasCamera ? (
          <Button size={slim ? 'small' : 'normal'} disabled={disabled} onClick={() => photo.current?.click()}>
            <Camera aria-hidden="true" />
            {photoButton}
          </Button>
        ) : null}
      </div>
      {isOver ? <DropHint text={hint} isOver /> : null}
      <FilesInput ref={files} multiple={multiple} onFiles={take} />
      {folderButton ? <FilesInput ref={folder} folder onFiles={take} /> : null}
      {photoButton ? <FilesInput ref={photo} photo onFiles={take} /> : null}
    </div>
  )
}
