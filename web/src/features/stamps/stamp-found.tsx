import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick/service-error'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { NoneFits } from './none-fits.jsx'
import { StampLines } from './stamp-list.jsx'
import { stampQuery } from './stamp-queries.js'

/** The stamp of a hash or a transaction. */
export function StampFound({ id }: { id: string }) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch } = useQuery(stampQuery(id))
  if (error instanceof ServiceError && error.status === 404) {
    return <NoneFits />
  }
  if (error) return <ErrorNotice title={t('listFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common:loading')} rows={1} />
  const { code, filename: name, hash, isPrivateBc, timestamp: createdAt, state } = data
  return (
    <>
      <p role="status" className="text-sm text-soft">
        {t('found')}
      </p>
      <StampLines label={t('list')} items={[{ _id: code, name, code, hash, isPrivateBc, createdAt, state }]} />
    </>
  )
}
