import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick/service-error'
import type { StampDetails } from 'tallystick/stamps'
import { buttonLook } from '../../../ui/button.jsx'
import { Card } from '../../../ui/card.jsx'
import { EmptyState } from '../../../ui/empty-state.jsx'
import { ErrorNotice } from '../../../ui/error-notice.jsx'
import { PageHeader } from '../../../ui/page-header.jsx'
import { SkeletonRows } from '../../../ui/skeleton.jsx'
import { useLiveStamps } from '../live/live-stamps.js'
import { stampQuery } from '../stamp-queries.js'
import { StateBadge } from '../state-badge.jsx'
import { Timeline } from '../timeline.jsx'
import { CheckCard } from './check-card.jsx'
import { DetailsCard } from './details-card.jsx'
import { ProofCard } from './proof-card.jsx'
import { ShareCard } from './share-card.jsx'
import { Statement } from './statement.jsx'

/** One stamp: what it proves, how far it is, its proof, and everything about it. */
export function StampScreen() {
  const { t } = useTranslation(['stamps', 'common'])
  const { code } = useParams({ from: '/member/stamps/$code' })
  useLiveStamps()
  const { data, error, refetch } = useQuery(stampQuery(code))
  if (data) return <Whole stamp={data} />
  const isMissing = error instanceof ServiceError && error.status === 404
  return (
    <>
      <PageHeader title={t('title')} above={<ToAll />} />
      {isMissing ? (
        <EmptyState
          title={t('one.missingTitle')}
          text={t('one.missingText')}
          action={
            <Link to="/stamps" className={buttonLook({ look: 'primary' })}>
              {t('one.back')}
            </Link>
          }
        />
      ) : error ? (
        <ErrorNotice title={t('one.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('common:loading')} />
      )}
    </>
  )
}

function ToAll() {
  const { t } = useTranslation('stamps')
  return (
    <Link to="/stamps" className="link">
      {t('one.back')}
    </Link>
  )
}

function Whole({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  return (
    <>
      <PageHeader title={stamp.filename} above={<ToAll />} actions={<StateBadge state={stamp.state} />} />
      <div className="flex flex-col gap-5">
        <Card>
          <Statement stamp={stamp} />
          <h2 className="sr-only">{t('one.progress')}</h2>
          <div className="mt-6 border-t border-line pt-6">
            <Timeline stamp={stamp} />
          </div>
        </Card>
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ProofCard stamp={stamp} />
          <ShareCard stamp={stamp} />
        </div>
        <DetailsCard stamp={stamp} />
        <CheckCard stamp={stamp} />
      </div>
    </>
  )
}
