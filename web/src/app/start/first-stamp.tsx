import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LiveMark } from '../../features/stamps/live/live-stamps.jsx'
import type { Connection } from '../../features/stamps/live/stamp-events.js'
import { useRun } from '../../features/stamps/new/run.js'
import { StampPanel } from '../../features/stamps/new/stamp-panel.jsx'
import { type StampSummary, stampQuery } from '../../features/stamps/stamp-queries.js'
import { Timeline } from '../../features/stamps/timeline.jsx'
import { useTranslation } from '../../texts/translation.js'
import { buttonLook } from '../../ui/button.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { RelativeTime } from '../../ui/values/time.jsx'
import { Pictures } from './pictures.jsx'

interface FirstStampProps {
  /** Null until the first stamp exists. */
  first: StampSummary | null
  connection: Connection
}

/** A drop zone and how it works in three pictures, then the first stamp as it becomes final. */
export function FirstStamp({ first, connection }: FirstStampProps) {
  const { t } = useTranslation('start')
  const run = useRun()
  // Files dropped here are already followed by the stamp panel.
  const isFollowed = first !== null && run.items.some(({ hash }) => hash === first.hash)
  const [before, after] = t('first.program', { link: '\n' }).split('\n')
  return (
    <>
      <PageHeader title={t('first.title')} actions={<LiveMark connection={connection} />} />
      <div className="flex flex-col gap-10">
        {first && !isFollowed ? <Arrived first={first} /> : null}
        <StampPanel />
        <Pictures />
        <p className="text-sm text-soft">
          {before}
          <Link to="/api-access" className="link">
            {t('access.title')}
          </Link>
          {after}
        </p>
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
