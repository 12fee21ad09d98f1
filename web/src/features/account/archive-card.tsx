import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../ui/amounts.js'
import { Button } from '../../ui/button.jsx'
import { Card } from '../../ui/card.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Notice } from '../../ui/notice.jsx'
import { Progress } from '../../ui/progress.jsx'
import { showToast } from '../../ui/toast.jsx'
import { downloadArchive } from './download-archive.js'

/** Everything of the account as one archive. */
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
