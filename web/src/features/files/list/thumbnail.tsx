import { File as FileIcon, FileImage, FileText, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../ui/classes.js'
import { localUrl } from '../../../ui/values/save-url.js'
import type { FileItem } from '../model/items.js'

const hasPicture = (mimetype: string) => mimetype.startsWith('image/') || mimetype === 'application/pdf'

function iconOf(mimetype: string): LucideIcon {
  if (mimetype.startsWith('image/')) return FileImage
  return mimetype === 'application/pdf' || mimetype.startsWith('text/') ? FileText : FileIcon
}

/** Thumbnail of a file, or an icon of its type. */
export function Thumbnail({ file, className }: { file: Pick<FileItem, 'file' | 'thumbUrl'>; className?: string }) {
  const [failed, setFailed] = useState('')
  const { mimetype } = file.file
  const look = cn('size-10 shrink-0 rounded-md border border-line', className)
  if (hasPicture(mimetype) && failed !== file.thumbUrl) {
    return (
      <img
        src={localUrl(file.thumbUrl)}
        alt=""
        loading="lazy"
        className={cn(look, 'bg-white object-cover object-top')}
        onError={() => setFailed(file.thumbUrl)}
      />
    )
  }
  const Icon = iconOf(mimetype)
  return (
    <span className={cn(look, 'flex items-center justify-center bg-sunken text-soft')}>
      <Icon className="size-5 stroke-[1.75]" aria-hidden="true" />
    </span>
  )
}
