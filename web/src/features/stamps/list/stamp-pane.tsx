import { ServiceError, type StampDetails } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { Time } from '../../../ui/values/time.jsx'
import { Labels } from '../stamp/labels.jsx'
import { Statement } from '../stamp/statement.jsx'
import { TakeOne } from '../stamp/take-one.jsx'
import { stampQuery } from '../stamp-queries.js'
import { StateMark } from '../state-mark.jsx'
import { Timeline } from '../timeline.jsx'

/** The open stamp beside the list. */
export function StampPane({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch } = useQuery(stampQuery(code))
  const isMissing = error instanceof ServiceError && error.status === 404
  return (
    <section
      aria-label={t('pane.label')}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] w-90 shrink-0 self-start overflow-y-auto rounded-xl border border-line bg-raised"
    >
      <div className="flex items-center justify-between gap-2 ps-4 pe-2 pt-2">
        {data ? <StateMark state={data.state} /> : <span />}
        <Button look="quiet" size="icon-small" aria-label={t('pane.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {data ? (
        <Content stamp={data} />
      ) : (
        <div className="p-4">
          {isMissing ? (
            <p className="text-soft">{t('one.missingText')}</p>
          ) : error ? (
            <ErrorNotice title={t('one.failed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows label={t('common:loading')} rows={4} />
          )}
        </div>
      )}
    </section>
  )
}

const part = 'flex flex-col gap-4 border-t border-line p-4 first:border-0 first:pt-1'

function Content({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation(['stamps', 'stamping'])
  return (
    <div className="text-base">
      <section className={part}>
        <h2 className="text-lg font-semibold break-words">{stamp.filename}</h2>
        <Statement stamp={stamp} />
        <TakeOne stamp={stamp} />
        <Link to="/stamps/$code" params={{ code: stamp.code }} className="link self-start">
          {t('pane.page')}
        </Link>
      </section>
      <section className={part}>
        <Timeline stamp={stamp} />
      </section>
      <dl className={`${part} grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm`}>
        <dt className="text-soft">{t('one.code')}</dt>
        <dd className="font-mono">{stamp.code}</dd>
        <dt className="text-soft">{t('one.who')}</dt>
        <dd>{t(stamp.isPrivate ? 'stamping:private' : 'stamping:public')}</dd>
        <dt className="text-soft">{t('one.stampedBy')}</dt>
        <dd className="break-words">{stamp.username}</dd>
        <dt className="text-soft">{t('columns.received')}</dt>
        <dd>
          <Time at={stamp.timestamp} withSeconds />
        </dd>
        {stamp.run ? (
          <>
            <dt className="text-soft">{t('columns.run')}</dt>
            <dd>
              <Link to="/stamps/runs/$run" params={{ run: stamp.run.id }} className="link break-words">
                {stamp.run.name || <Time at={stamp.timestamp} />}
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
      {stamp.isOwn ? (
        <section className={part}>
          <Labels stamp={stamp} />
        </section>
      ) : null}
    </div>
  )
}
