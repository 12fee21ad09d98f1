import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, RotateCw, WifiOff, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../../ui/amounts.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/error-text.js'
import { Spinner } from '../../../ui/spinner.jsx'
import type { UploadView } from './upload.js'
import { cancelUpload, retryUpload } from './upload-store.js'

/** One file on its way. */
export function UploadRow({ upload }: { upload: UploadView }) {
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
          <p className="truncate text-[0.9375rem]">{name}</p>
        ) : (
          <Link to="/files/file/$fileId" params={{ fileId }} className="link block truncate text-[0.9375rem]">
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
