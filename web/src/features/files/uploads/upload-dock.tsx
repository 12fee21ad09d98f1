import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, Clock, RotateCw, WifiOff, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { Progress } from '../../../ui/feedback/progress.jsx'
import { useBottomEdge } from '../../../ui/frame/bottom-edge.js'
import { Spinner } from '../../../ui/spinner.jsx'
import { bytesText, durationText } from '../../../ui/values/formats.js'
import type { UploadView } from './upload.js'
import { cancelUpload, clearUploads, retryUpload, useUploads } from './upload-store.js'

/** Maximum number of rows. Active uploads come first. */
const rowsMax = 50
const rank: Record<UploadView['state'], number> = { sending: 0, cut: 0, failed: 1, waiting: 2, done: 3, there: 3 }

/** Progress of all uploads, docked at the edge of every page. */
export function UploadDock() {
  const { t } = useTranslation('files')
  const uploads = useUploads()
  const [isOpen, setOpen] = useState(true)
  const edge = useBottomEdge('--dock')
  if (uploads.length === 0) return null
  const over = uploads.filter(({ state }) => state === 'done' || state === 'there').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const isBusy = over + failed < uploads.length
  const title = isBusy
    ? t('uploads.busy', { count: uploads.length - over - failed })
    : failed > 0
      ? t('uploads.someFailed', { count: failed })
      : t('uploads.done', { count: over })
  const shown = [...uploads].sort((a, b) => rank[a.state] - rank[b.state] || a.id - b.id).slice(0, rowsMax)
  return (
    <section
      ref={edge}
      aria-label={t('uploads.label')}
      className="fixed inset-x-3 bottom-3 z-40 rounded-2xl border border-line bg-raised shadow-float sm:right-6 sm:bottom-6 sm:left-auto sm:w-104"
    >
      <div className="flex items-center gap-2 py-2.5 ps-4 pe-2.5">
        <h2 className="tabular min-w-0 flex-1 truncate font-medium" aria-live="polite">
          {title}
        </h2>
        <Button
          look="quiet"
          size="icon-small"
          aria-expanded={isOpen}
          aria-label={isOpen ? t('uploads.fold') : t('uploads.unfold')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </Button>
        {isBusy ? null : (
          <Button look="quiet" size="icon-small" aria-label={t('uploads.clear')} onClick={clearUploads}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {isBusy ? <Total uploads={uploads} /> : null}
      {isOpen ? (
        <ul className="max-h-[min(22rem,50dvh)] divide-y divide-line overflow-y-auto border-t border-line">
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
          {uploads.length > rowsMax ? (
            <li className="px-4 py-2.5 text-sm text-soft">{t('uploads.more', { count: uploads.length - rowsMax })}</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  )
}

/** Overall progress, speed and time left. */
function Total({ uploads }: { uploads: readonly UploadView[] }) {
  const { t, i18n } = useTranslation('files')
  const counted = uploads.filter(({ state }) => state !== 'failed')
  const size = counted.reduce((sum, upload) => sum + upload.size, 0)
  const sent = counted.reduce((sum, upload) => sum + upload.sent, 0)
  const speed = uploads.reduce((sum, upload) => sum + (upload.bytesPerSecond ?? 0), 0)
  const left =
    speed > 0
      ? ` · ${t('uploads.left', { time: durationText(i18n.language, Math.max(1, (size - sent) / speed), 'short') })}`
      : ''
  const aside = speed > 0 ? `${bytesText(i18n.language, speed)}/s${left}` : ''
  const label = t('uploads.of', { sent: bytesText(i18n.language, sent), size: bytesText(i18n.language, size) })
  return <Progress className="px-4 pb-4" label={label} value={size === 0 ? null : sent / size} aside={aside} />
}

/** One upload. */
function UploadRow({ upload }: { upload: UploadView }) {
  const { t, i18n } = useTranslation(['files', 'common'])
  const errorText = useErrorText()
  const { id, name, size, state, sent, isResumed, bytesPerSecond, fileId } = upload
  const bytes = (value: number) => bytesText(i18n.language, value)
  const isOver = state === 'done' || state === 'there'
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100)
  const words = () => {
    if (state === 'failed') return errorText(upload.error)
    if (state === 'cut') return t('uploads.cut')
    if (state === 'there') return t('uploads.there')
    if (state === 'waiting') return t('uploads.waiting')
    if (state === 'done') return t('uploads.uploaded', { size: bytes(size) })
    if (sent >= size) return t('uploads.recording')
    const speed = bytesPerSecond === null ? '' : ` · ${bytes(bytesPerSecond)}/s`
    return `${percent} % · ${bytes(size)}${speed}${isResumed ? ` · ${t('uploads.resumed')}` : ''}`
  }
  return (
    <li className="flex items-center gap-3 py-2 ps-4 pe-2.5" data-state={state}>
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        {fileId === null ? (
          <p className="truncate text-base">{name}</p>
        ) : (
          <Link to="/files/file/$fileId" params={{ fileId }} className="link block truncate text-base">
            {name}
          </Link>
        )}
        <p className={state === 'failed' ? 'text-sm text-seal' : 'tabular text-sm text-soft'}>{words()}</p>
      </div>
      {state === 'failed' ? (
        <Button
          look="quiet"
          size="icon-small"
          aria-label={t('uploads.retry', { name })}
          onClick={() => retryUpload(id)}
        >
          <RotateCw aria-hidden="true" />
        </Button>
      ) : null}
      {isOver ? null : (
        <Button
          look="quiet"
          size="icon-small"
          aria-label={t('uploads.cancel', { name })}
          onClick={() => cancelUpload(id)}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  )
}

function StateIcon({ state }: { state: UploadView['state'] }) {
  const look = 'size-5 shrink-0'
  if (state === 'sending') return <Spinner className={`${look} text-wood`} />
  if (state === 'cut') return <WifiOff className={`${look} text-amber`} aria-hidden="true" />
  if (state === 'waiting') return <Clock className={`${look} text-soft`} aria-hidden="true" />
  if (state === 'failed') return <CircleAlert className={`${look} text-seal`} aria-hidden="true" />
  return <CircleCheck className={`${look} text-moss`} aria-hidden="true" />
}
