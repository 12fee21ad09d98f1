import { ServiceError, type StampDetails } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ExternalLink, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../base/network.js'
import { buttonLook } from '../../../ui/button.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { localeOf } from '../../../ui/values/formats.js'
import { QrCode } from '../../../ui/values/qr-code.jsx'
import { TallyDrawing } from '../../../ui/values/tally.jsx'
import { useLiveStamps } from '../live/live-stamps.jsx'
import { stampQuery } from '../stamp-queries.js'
import { StateBadge } from '../state-badge.jsx'
import { Timeline } from '../timeline.jsx'
import { DetailsCard } from './details-card.jsx'
import { CheckCard, ProofCard } from './proof-cards.jsx'
import { VisibilityCard } from './visibility-card.jsx'
import { WitnessList } from './witness-list.jsx'

/** A stamp: where it is recorded, its progress, its proof and its details. */
export function StampScreen() {
  const { t } = useTranslation(['stamps', 'common'])
  const { code } = useParams({ from: '/member/stamps/$code' })
  useLiveStamps()
  const { data, error, refetch } = useQuery(stampQuery(code))
  if (data) return <Loaded stamp={data} />
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

function Loaded({ stamp }: { stamp: StampDetails }) {
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
          <WitnessList code={stamp.code} />
        </Card>
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ProofCard stamp={stamp} />
          <div className="flex flex-col gap-5">
            <ShareCard stamp={stamp} />
            {stamp.isOwn && !isFile(stamp) ? <VisibilityCard stamp={stamp} /> : null}
          </div>
        </div>
        <DetailsCard stamp={stamp} />
        <CheckCard stamp={stamp} />
      </div>
    </>
  )
}

/** The record of a file: its folder decides who sees it. */
const isFile = ({ proofUrl }: StampDetails) => proofUrl.startsWith('/api/files/')

/** Gap between the halves of the tally; it closes as the stamp becomes final. */
const gaps = { submitted: 10, confirmed: 6, final: 2, failed: 10 }

/** Where and when the stamp is recorded, in one sentence: this service's own record, which a proof lets others check. */
function Statement({ stamp: { state, hash, timestamp, blockNumber, blockTime } }: { stamp: StampDetails }) {
  const { t, i18n } = useTranslation('stamps')
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeStyle: 'long' }).format(
    new Date(blockTime ?? timestamp),
  )
  const isThere = state === 'final' || state === 'confirmed'
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7">
      <TallyDrawing
        left={hash}
        right={hash}
        gap={gaps[state]}
        className={`h-14 w-36 shrink-0 ${state === 'failed' ? 'text-seal' : isThere ? 'text-wood' : 'text-edge'}`}
      />
      <div className="min-w-0">
        <p className="text-lg font-medium text-pretty sm:text-xl">
          {isThere
            ? t('one.recorded', { block: blockNumber, time })
            : state === 'failed'
              ? t('one.failedText')
              : t('one.waiting')}
        </p>
        {isThere && network.isPrivate ? <p className="mt-1.5 text-soft">{t('one.privateChain')}</p> : null}
      </div>
    </div>
  )
}

/** The public page's address, or why it has none. */
function ShareCard({ stamp: { code, isPrivate, publicDetails } }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  if (isPrivate) {
    return (
      <Card title={t('one.privateTitle')}>
        <p className="flex items-start gap-3 text-soft">
          <LockKeyhole className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {t('one.privateText')}
        </p>
      </Card>
    )
  }
  const path = `/s/${code}`
  return (
    <Card title={t('one.share')}>
      <p className="text-soft">{t(publicDetails ? 'one.shareAllText' : 'one.shareText')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-5">
        <QrCode text={`${location.origin}${path}`} label={t('one.qr')} className="size-36 border border-line" />
        <div className="flex flex-col items-start gap-2">
          <CopyButton withText text={`${location.origin}${path}`} label={t('one.link')} />
          <a href={path} target="_blank" rel="noreferrer" className={buttonLook({ size: 'small' })}>
            <ExternalLink aria-hidden="true" />
            {t('one.openPublic')}
          </a>
        </div>
      </div>
    </Card>
  )
}
