import { useState } from 'react'
import { FileMark, PictureMark, TextMark } from '../../../ui/list/row-marks.jsx'
import { localUrl } from '../../../ui/values/save-url.js'
import type { FileItem } from '../model/items.js'

const hasPicture = (mimetype: string) => mimetype.startsWith('image/') || mimetype === 'application/pdf'

function markOf(mimetype: string) {
  if (mimetype.startsWith('image/')) return PictureMark
  return mimetype === 'application/pdf' || mimetype.startsWith('text/') ? TextMark : FileMark
}

interface ThumbnailProps {
  file: Pick<FileItem, 'file' | 'thumbUrl'>
  /** Its size. */
  className: string
}

const look = 'shrink-0 rounded-md border border-line'

/** Thumbnail of a file, or a mark of its type. */
export function Thumbnail({ file, className }: ThumbnailProps) {
  // The address of another thumbnail is tried again.
  if (hasPicture(file.file.mimetype)) return <Picture key={file.thumbUrl} file={file} className={className} />
  return <Type file={file} className={className} />
}

function Picture({ file, className }: ThumbnailProps) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Type file={file} className={className} />
  return (
    <img
      src={localUrl(file.thumbUrl)}
      alt=""
      loading="lazy"
      className={`${look} ${className} bg-white object-cover object-top`}
      onError={() => setFailed(true)}
    />
  )
}

function Type({ file, className }: ThumbnailProps) {
  const Mark = markOf(file.file.mimetype)
  return (
    <span className={`${look} ${className} flex items-center justify-center bg-sunken text-soft`}>
      <Mark />
    </span>
  )
}
