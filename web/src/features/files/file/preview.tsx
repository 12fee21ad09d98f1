import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../../session/client.js'
import { Button } from '../../../ui/button.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import { localUrl } from '../../../ui/values/save-url.js'
import type { FileDetails } from '../model/items.js'

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

/** Preview of an image or a PDF; nothing for other types. */
export function Preview({ file }: { file: FileDetails }) {
  const { mimetype, fileSize } = file.file
  if (mimetype === 'application/pdf' && fileSize <= pdfBytesMax) return <PdfPages file={file} />
  if (drawn.has(mimetype)) return <Picture key={file.attachmentHash} file={file} />
  return null
}

function Picture({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const [isSmall, setSmall] = useState(file.file.fileSize > bytesMax)
  // Every answer has a newly signed URL; reusing the first one avoids reloading the image.
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

/** Pages of a PDF as images rendered by the service, one at a time. Nothing in the document runs in this browser. */
function PdfPages({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const [page, setPage] = useState(1)
  const pages = file.file.pageNumber
  const { data, error } = useQuery({
    queryKey: ['files', 'page', file._id, file.attachmentHash, page],
    queryFn: async () => (await client.fetch(`/api/files/${file._id}/pages/${page}`)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const url = useObjectUrl(data)
  const { width, height } = file.file
  return (
    <section
      aria-label={t('preview', { name: file.fileName })}
      className="rounded-2xl border border-line bg-sunken p-3 sm:p-5"
    >
      <div
        className="mx-auto flex max-h-[75dvh] max-w-full items-center justify-center"
        style={{ aspectRatio: width > 0 && height > 0 ? `${width} / ${height}` : '210 / 297' }}
      >
        {error ? (
          <p className="p-6 text-center text-soft">{t('noPreview')}</p>
        ) : url === null ? (
          <Spinner className="size-6 text-soft" />
        ) : (
          <img
            src={url}
            alt={t('pageOf', { page, pages })}
            className="max-h-full max-w-full rounded-md bg-white shadow-card"
          />
        )}
      </div>
      {pages > 1 ? (
        <div className="mt-4 flex items-center justify-center gap-3">
          <Button
            size="icon-small"
            aria-label={t('pageBefore')}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <p className="tabular text-sm" aria-live="polite">
            {t('pageOf', { page, pages })}
          </p>
          <Button
            size="icon-small"
            aria-label={t('pageAfter')}
            disabled={page === pages}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
