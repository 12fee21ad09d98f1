import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'

interface PartCardProps<Data> {
  title: string
  text?: string
  /** Says that it couldn't be loaded. */
  failed: string
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => ReactNode
}

/** A card with one part of the overview. Each loads by itself, so that a node that hangs keeps no other part waiting. */
export function PartCard<Data>({
  title,
  text,
  failed,
  query: { data, error, refetch },
  children,
}: PartCardProps<Data>) {
  const { t } = useTranslation('common')
  return (
    <Card title={title} text={text}>
      {error ? <ErrorNotice title={failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? error ? null : <SkeletonRows rows={3} label={t('loading')} /> : children(data)}
    </Card>
  )
}
