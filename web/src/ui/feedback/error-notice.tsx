import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../button.jsx'
import { cn } from '../classes.js'
import { useErrorText } from './error-text.js'

interface ErrorNoticeProps {
  /** Failed action: "The stamps could not be loaded". */
  title: ReactNode
  /** The service's refusal, or a failed connection. */
  error?: unknown
  /** Offered only where retrying can help. */
  onRetry?: () => void
  className?: string
}

/** Shows what failed, why, and what to do. */
export function ErrorNotice({ title, error, onRetry, className }: ErrorNoticeProps) {
  const { t } = useTranslation('common')
  const errorText = useErrorText()
  const requestId = requestIdOf(error)
  return (
    <div
      role="alert"
      className={cn('flex items-start gap-3 rounded-xl border border-seal/40 bg-seal-wash p-4', className)}
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-seal" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-seal">{title}</p>
        {error === undefined ? null : <p className="text-base break-words">{errorText(error)}</p>}
        {requestId ? <p className="mt-1 text-sm text-soft">{t('requestId', { id: requestId })}</p> : null}
        {onRetry && !isGone(error) ? (
          <Button size="small" className="mt-3" onClick={onRetry}>
            {t('retry')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Whether there is no such thing: nothing to try again. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404
}

/** For internal errors: the request ID leads to the service's log. */
function requestIdOf(error: unknown): string | null {
  const isFault = error instanceof Error && 'requestId' in error && 'status' in error && Number(error.status) >= 500
  return isFault ? String(error.requestId) : null
}
