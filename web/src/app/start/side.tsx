import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { File } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Usage } from '../../base/account.js'
import { StateMark } from '../../features/stamps/state-mark.jsx'
import { useTranslation } from '../../texts/translation.js'
import { Meter } from '../../ui/feedback/meter.jsx'
import { bytesText, countText } from '../../ui/values/formats.js'
import { RelativeTime } from '../../ui/values/time.jsx'
import { networkQuery, type RecentFile, type StampOverview } from './start-queries.js'

/** Stamps that aren't final, and the network they wait for. */
export function UnderWay({ overview }: { overview: StampOverview }) {
  const { t, i18n } = useTranslation(['start', 'stamping'])
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way" className="mb-2 text-lg font-semibold">
        {t('underWay.title')}
      </h2>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {(['submitted', 'confirmed'] as const).map((state) => {
          const { stamps, since } = overview[state]
          return (
            <Line key={state} end={since === null ? null : <Since at={since} />}>
              <Link
                to="/stamps"
                search={{ state }}
                className="inline-flex min-h-6 items-center gap-1.5 hover:underline"
              >
                <span className="tabular">{countText(i18n.language, stamps)}</span>{' '}
                <StateMark state={state} word={t(`stamping:states.${state}`)} />
              </Link>
            </Line>
          )
        })}
        <NetworkLine />
      </ul>
    </section>
  )
}

function Since({ at }: { at: string }) {
  const { t } = useTranslation('start')
  const [before, after] = t('underWay.oldest', { ago: '\n' }).split('\n')
  return (
    <>
      {before}
      <RelativeTime at={at} />
      {after}
    </>
  )
}

function NetworkLine() {
  const { t } = useTranslation('start')
  const { data } = useQuery(networkQuery)
  const end = data && (data.head ? t('network.block', { number: data.head.number }) : t('network.silent'))
  return (
    <Line end={end}>
      <Link to="/network" className="link">
        {data?.name ?? t('network.title')}
      </Link>
    </Line>
  )
}

/** The account's quotas that have a limit. */
export function Quotas({ usage }: { usage: Usage }) {
  const { t, i18n } = useTranslation(['start', 'account'])
  const rows = [
    { label: t('account:usage.stamps'), write: countText, ...usage.stampsToday },
    { label: t('account:usage.storage'), write: bytesText, ...usage.storage },
  ]
  const limited = rows.filter(({ limit }) => limit !== null)
  if (limited.length === 0) return null
  return (
    <section aria-labelledby="quotas">
      <h2 id="quotas" className="mb-3 text-lg font-semibold">
        {t('quotas')}
      </h2>
      <div className="flex flex-col gap-4 text-sm">
        {limited.map(({ label, write, used, limit }) => (
          <Meter
            key={label}
            label={label}
            words={t('account:usage.of', { used: write(i18n.language, used), limit: write(i18n.language, limit ?? 0) })}
            share={used / (limit ?? 1)}
          />
        ))}
      </div>
    </section>
  )
}

/** The files added last. */
export function RecentFiles({ files }: { files: readonly RecentFile[] }) {
  const { t } = useTranslation('start')
  if (files.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent" className="text-lg font-semibold">
          {t('files.title')}
        </h2>
        <Link to="/files" className="link text-sm">
          {t('files.all')}
        </Link>
      </div>
      <ul aria-labelledby="recent" className="divide-y divide-line border-y border-line text-sm">
        {files.map(({ _id, fileName, createdAt }) => (
          <Line key={_id} end={<RelativeTime at={createdAt} />}>
            <Link
              to="/files/file/$fileId"
              params={{ fileId: _id }}
              className="flex min-w-0 items-center gap-2 hover:underline"
            >
              <File aria-hidden="true" className="size-4 shrink-0 text-soft" />
              <span className="truncate">{fileName}</span>
            </Link>
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">{children}</span>
      {end ? <span className="tabular shrink-0 text-soft">{end}</span> : null}
    </li>
  )
}
