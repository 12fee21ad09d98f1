import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Progress } from '../../ui/feedback/progress.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { bytesText } from '../../ui/values/formats.js'
import { saveBlob } from '../../ui/values/save-blob.js'

/** Downloads everything in the account as one archive. */
export function ArchiveCard() {
  const { t, i18n } = useTranslation('account')
  const [bytes, setBytes] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const size = (value: number) => bytesText(i18n.language, value)
  const download = useMutation({
    mutationFn: () => {
      abort.current = new AbortController()
      setBytes(0)
      return downloadArchive({ onProgress: setBytes, signal: abort.current.signal })
    },
  })
  useEffect(() => () => abort.current?.abort(), [])
  const stop = () => {
    abort.current?.abort()
    showToast({ title: t('archive.stopped') })
  }
  const isFailed = download.isError && !abort.current?.signal.aborted
  return (
    <Card title={t('archive.title')} text={t('archive.text')}>
      <div className="flex flex-col items-start gap-4">
        {isFailed ? <ErrorNotice title={t('archive.failed')} error={download.error} className="w-full" /> : null}
        {download.data ? (
          <Notice tone="good" className="w-full">
            <p className="font-medium">{t('archive.done')}</p>
            <p className="break-words">
              {t('archive.doneText', { name: download.data.name, size: size(download.data.size) })}
            </p>
          </Notice>
        ) : null}
        {download.isPending ? (
          <div className="flex w-full max-w-xl flex-col gap-3">
            <Progress label={t('archive.underway')} value={null} aside={t('archive.sofar', { size: size(bytes) })} />
            <Button size="small" className="self-start" onClick={stop}>
              {t('archive.stop')}
            </Button>
          </div>
        ) : (
          <Button onClick={() => download.mutate()}>
            <Download aria-hidden="true" />
            {download.data ? t('archive.again') : t('archive.start')}
          </Button>
        )}
      </div>
    </Card>
  )
}

interface Archive {
  name: string
  /** Bytes. */
  size: number
}

/** Chunks are handed to the browser in blobs of this size, which it keeps outside the page's memory. */
const partBytes = 16 * 1024 * 1024

/**
 * Downloads everything in the account as one archive and has the browser save it.
 *
 * @param options.onProgress called with the bytes received; the total is unknown, because the archive is built while it is sent
 * @throws {ServiceError} when the service refuses; otherwise the error of an aborted or broken connection
 */
async function downloadArchive({
  onProgress,
  signal,
}: {
  onProgress: (bytes: number) => void
  signal: AbortSignal
}): Promise<Archive> {
  const response = await client.fetch('/account/export', { method: 'POST', signal })
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'tallystick-export.zip'
  const parts: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let waitingSize = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    waiting.push(chunk.value)
    waitingSize += chunk.value.length
    size += chunk.value.length
    onProgress(size)
    if (waitingSize < partBytes) continue
    parts.push(new Blob(waiting))
    waiting = []
    waitingSize = 0
  }
  saveBlob(new Blob([...parts, ...waiting], { type: 'application/zip' }), name)
  return { name, size }
}
