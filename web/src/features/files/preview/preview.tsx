import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Spinner } from '../../../ui/spinner.jsx'
import { localUrl } from '../../../ui/values/save-url.js'
import type { FileDetails } from '../model/items.js'
import { PdfPages } from './pdf-pages.jsx'

/** Types every browser can display. */
const drawn = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
])
/** Larger images show the thumbnail instead. */
const bytesMax = 30_000_000
/** The service does not render larger PDFs. */
const pdfBytesMax = 64 * 1024 * 1024

/**
 * Preview of an image, a PDF, a text, a recording or a film; nothing for other types. The service detects types from contents, and
 * nothing in a content runs.
 */
export function Preview({ file }: { file: FileDetails }) {
  const { mimetype, fileSize } = file.file
  const key = file.attachmentHash
  if (mimetype === 'application/pdf' && fileSize <= pdfBytesMax) return <PdfPages file={file} />
  if (drawn.has(mimetype)) return <Picture key={key} file={file} />
  const Loaded = /^(audio|video)\//.test(mimetype) ? MediaPlayer : mimetype === 'text/plain' ? TextPreview : null
  if (!Loaded) return null
  return (
    <Suspense fallback={<Spinner className="mx-auto size-6 text-soft" />}>
      <Loaded key={key} file={file} />
    </Suspense>
  )
}

type Form = ComponentType<{ file: FileDetails }>

/** A form of preview that is loaded when a file first needs it. */
const lazyForm = (load: () => Promise<Form>) =>
  lazy(() =>
    load().then(
      (form) => ({ default: form }),
      () => ({ default: NotLoaded }),
    ),
  )

const MediaPlayer = lazyForm(async () => (await import('./media-player.jsx')).MediaPlayer)
const TextPreview = lazyForm(async () => (await import('./text-preview.jsx')).TextPreview)

/** The program of the preview is gone after an update, or the connection is. */
function NotLoaded() {
  const { t } = useTranslation('files')
  return <p className="text-center text-soft">{t('textPreview.failed')}</p>
}

function Picture({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const [isSmall, setSmall] = useState(file.file.fileSize > bytesMax)
  // Every answer has a newly signed URL; reusing the first one avoids reloading the image.
  const [url] = useState(localUrl(file.file.url))
  const { width, height } = file.file
  return (
    <figure className="flex justify-center overflow-hidden rounded-2xl border border-line bg-sunken p-3 sm:p-4">
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
