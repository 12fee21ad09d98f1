import { ServiceError } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { useLiveStamps } from '../live/live-stamps.jsx'
import { stampQuery } from '../stamp-queries.js'
import { Timeline } from '../timeline.jsx'
import type { StampRun } from './run.js'

/** Result of a run, and where to go next. */
export function RunDone({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const { counts, items } = run
  const [only] = items
  const isOne = items.length === 1 && only
  const actions = (
    <div className="mt-4 flex flex-wrap gap-2">
      {isOne && only.hash && counts.failed === 0 ? (
        <Link to="/stamps/$code" params={{ code: only.code ?? only.hash }} className={buttonLook({ look: 'primary' })}>
          {t('run.open')}
        </Link>
      ) : (
        <Link to="/stamps" className={buttonLook({ look: counts.failed > 0 ? 'secondary' : 'primary' })}>
          {t('run.all')}
        </Link>
      )}
      <Button onClick={() => run.clear()}>{t('run.more')}</Button>
    </div>
  )
  if (counts.failed > 0) return <Failed run={run}>{actions}</Failed>
  const isOld = counts.stamped === 0
  return (
    <Notice tone={isOld ? 'plain' : 'good'} {...(isOld ? {} : { icon: <CircleCheck aria-hidden="true" /> })}>
      <div role="status">
        <p className="font-medium">{isOld ? t('run.onlyExisting') : t('run.doneTitle', { count: items.length })}</p>
        {isOld ? <p>{t('run.onlyExistingText')}</p> : null}
        {!isOld && counts.existing > 0 ? <p>{t('run.doneExisting', { count: counts.existing })}</p> : null}
      </div>
      {isOne && only.hash ? <OneStamp id={only.code ?? only.hash} /> : null}
      {actions}
    </Notice>
  )
}

function Failed({ run, children }: { run: StampRun; children: ReactNode }) {
  const { t } = useTranslation('stamping')
  const count = run.counts.failed
  return (
    <div>
      <ErrorNotice title={t('run.failedTitle', { count })} error={commonRefusal(run)} />
      <p className="mt-3 text-soft">{t('run.failedText')}</p>
      <Button className="mt-3" onClick={() => run.retry()}>
        {t('run.retry', { count })}
      </Button>
      {children}
    </div>
  )
}

/** Returns the refusal of all failed documents, if it is the same: the list has no room for long ones. */
function commonRefusal({ items }: StampRun): ServiceError | undefined {
  const errors = items.filter(({ state }) => state === 'failed').map(({ error }) => error)
  const [first] = errors
  const isCommon = errors.every((error) => error instanceof ServiceError && error.code === (first as ServiceError).code)
  return isCommon ? (first as ServiceError) : undefined
}

/** Follows one stamp until it is final. */
function OneStamp({ id }: { id: string }) {
  useLiveStamps()
  const { data } = useQuery(stampQuery(id))
  return data ? (
    <div className="mt-4 rounded-lg bg-raised p-4">
      <Timeline stamp={data} />
    </div>
  ) : null
}
