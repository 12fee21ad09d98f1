import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localUrl } from '../model/local-url.js'
import type { FileDetails } from '../model/types.js'
import { PdfPages } from './pdf-pages.jsx'

/** What every browser draws. */
const drawn = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
])
/** Of what is larger, the small picture has to do. */
const bytesMax = 30_000_000
/** Larger ones are not drawn by the service. */
const pdfBytesMax = 64 * 1024 * 1024

/** The picture, or the pages; nothing for all other kinds of files. */
export function Preview({ file }: { file: FileDetails }) {
  const { mimetype, fileSize } = file.file
  if (mimetype === 'application/pdf' && fileSize <= pdfBytesMax) return <PdfPages file={file} />
  if (drawn.has(mimetype)) return <Picture key={file.attachmentHash} file={file} />
  return null
}

function Picture({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const [isSmall, setSmall] = useState(file.file.fileSize > bytesMax)
  // The address changes with every answer; the picture does not.
  const [url] = useState(localUrl(file.file.url))
  const { width, height } = file.file
  return (
    <figure className="flex justify-center overflow-hidden rounded-2xl border border-line bg-sunken p-3 sm:p-5">
      <img
        src={isSmall ? localUrl(file.thumbUrl) : url}
        alt={t('preview', { name: file.fileName })}
        {...(width > 0 && height > 0 ? { width, height } : {})}
        className="h-auto max-h-[65dvh] w-auto max-w-full rounded-md object-contain"
        onError={() => setSmall(true)}
      />
    </figure>
  )
}
