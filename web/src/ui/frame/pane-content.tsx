import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice, isGone } from '../feedback/error-notice.jsx'
import { SkeletonRows } from '../feedback/skeleton.jsx'

interface PaneContentProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Says that there is no such item. */
  missing?: string
  /** Says that it couldn't be loaded. */
  failed: string
  children: (data: Data) => ReactNode
}

/** Content of a pane, once its item is loaded; else why it isn't. */
export function PaneContent<Data>({ query, missing, failed, children }: PaneContentProps<Data>) {
  const { t } = useTranslation('common')
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <div className="p-4">
      {missing && isGone(error) ? (
        <p className="text-soft">{missing}</p>
      ) : error ? (
        <ErrorNotice title={failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('loading')} rows={4} />
      )}
    </div>
  )
}
