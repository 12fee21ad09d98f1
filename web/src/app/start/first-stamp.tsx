import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { apiClientsQuery } from '../../features/api-access/api-clients.js'
import { Commands } from '../../features/api-access/commands.jsx'
import { LiveMark } from '../../features/stamps/live/live-stamps.jsx'
import type { Connection } from '../../features/stamps/live/stamp-events.js'
import { useRun } from '../../features/stamps/new/run.js'
import { StampPanel } from '../../features/stamps/new/stamp-panel.jsx'
import { type StampSummary, stampQuery } from '../../features/stamps/stamp-queries.js'
import { Timeline } from '../../features/stamps/timeline.jsx'
import { buttonLook } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { RelativeTime } from '../../ui/values/time.jsx'

interface FirstStampProps {
  title: string
  /** Null until the first stamp exists. */
  first: StampSummary | null
  connection: Connection
}

/** Two ways to the first stamp, then the stamp itself as it becomes final. */
export function FirstStamp({ title, first, connection }: FirstStampProps) {
  const { t } = useTranslation('start')
  const run = useRun()
  // Files dropped here are already followed by the stamp panel.
  const isFollowed = first !== null && run.items.some(({ hash }) => hash === first.hash)
  return (
    <>
      <PageHeader title={title} text={t(first === null ? 'first.text' : 'text')} />
      <div className="flex flex-col gap-5">
        {first && !isFollowed ? <Arrived first={first} /> : null}
        <StampPanel />
        <p className="max-w-prose text-soft">{t('first.how')}</p>
        <ApiCard connection={connection} isWaiting={first === null} />
      </div>
    </>
  )
}

function Arrived({ first: { code, name } }: { first: StampSummary }) {
  const { t } = useTranslation('start')
  const { data } = useQuery(stampQuery(code))
  const [before, after] = t('first.doneText', { ago: '\n' }).split('\n')
  return (
    <Card
      className="border-moss/40"
      title={`${t('first.done')}: ${name}`}
      text={
        data ? (
          <>
            {before}
            <RelativeTime at={data.timestamp} />
            {after}
          </>
        ) : null
      }
      actions={
        <Link to="/stamps/$code" params={{ code }} className={buttonLook()}>
          {t('first.open')}
        </Link>
      }
    >
      {data ? <Timeline stamp={data} /> : null}
    </Card>
  )
}

function ApiCard({ connection, isWaiting }: { connection: Connection; isWaiting: boolean }) {
  const { t } = useTranslation(['start', 'common'])
  const { data, error, refetch } = useQuery(apiClientsQuery)
  const usable = data?.find(({ revokedAt }) => revokedAt === null)
  return (
    <Card
      title={t('api.title')}
      text={t('api.text')}
      actions={
        <Link to="/api-access" className="link">
          {t('api.more')}
        </Link>
      }
    >
      {usable ? (
        <>
          <Commands apiClient={usable} />
          {isWaiting ? (
            <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-4 text-sm text-soft">
              {t('api.waiting')}
              <LiveMark connection={connection} />
            </p>
          ) : null}
        </>
      ) : error ? (
        <ErrorNotice title={t('api.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <p className="text-soft">{t('api.none')}</p>
      ) : (
        <SkeletonRows label={t('common:loading')} />
      )}
    </Card>
  )
}
