import type { StampDetails } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { buttonLook } from '../../../ui/button.jsx'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice, isGone } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { useLiveStamps } from '../live/live-stamps.jsx'
import { stampQuery } from '../stamp-queries.js'
import { StateBadge } from '../state-badge.jsx'
import { Timeline } from '../timeline.jsx'
import { DetailsCard } from './details-card.jsx'
import { Labels } from './labels.jsx'
import { CheckCard, ProofCard } from './proof-cards.jsx'
import { Statement } from './statement.jsx'
import { VisibilityCard } from './visibility-card.jsx'
import { WitnessList } from './witness-list.jsx'

/** A stamp: where it is recorded, its progress, its proof and its details. */
export function StampScreen() {
  const { t } = useTranslation(['stamps', 'common'])
  const { code } = useParams({ from: '/member/stamps/$code' })
  useLiveStamps()
  const { data, error, refetch } = useQuery(stampQuery(code))
  if (data) return <Loaded stamp={data} />
  const isMissing = isGone(error)
  return (
    <>
      <PageHeader title={t('title')} above={<ToAll />} />
      {isMissing ? (
        <EmptyState
          drawing={<LookedFor />}
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

function Loaded({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  return (
    <>
      <PageHeader title={stamp.filename} above={<ToAll />} actions={<StateBadge state={stamp.state} />} />
      <div className="flex flex-col gap-4">
        <Card>
          <Statement stamp={stamp} />
          <h2 className="sr-only">{t('one.progress')}</h2>
          <div className="mt-6 border-t border-line pt-6">
            <Timeline stamp={stamp} />
          </div>
          <WitnessList code={stamp.code} />
        </Card>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ProofCard stamp={stamp} />
          <VisibilityCard stamp={stamp} />
        </div>
        {stamp.isOwn ? (
          <Card title={t('labels.title')} text={t('labels.private')}>
            <Labels stamp={stamp} />
          </Card>
        ) : null}
        <DetailsCard stamp={stamp} />
        <CheckCard stamp={stamp} />
      </div>
    </>
  )
}
