import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import type { FileDetails } from '../model/items.js'

/** Pages of a PDF as images rendered by the service, one at a time. Nothing in the document runs in this browser. */
export function PdfPages({ file }: { file: FileDetails }) {
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
      className="rounded-2xl border border-line bg-sunken p-3 sm:p-4"
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
