import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { WaitingCopies, WithoutMark } from '../copies/after-run.jsx'
import { useKeptCopies } from '../copies/kept-copies.js'
import { useLiveStamps } from '../live/live-stamps.jsx'
import { Failures } from '../runs/failures.jsx'
import { TakeMany } from '../runs/take-many.jsx'
import { TakeOne } from '../stamp/take-one.jsx'
import { stampQuery } from '../stamp-queries.js'
import { Timeline } from '../timeline.jsx'
import type { StampRun } from './run.js'

/** Result of a run: what to take along, what failed, and where to go next. */
export function RunDone({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const { counts, items, members, options } = run
  const { isSaved } = useKeptCopies()
  const [only] = items
  const one = items.length === 1 && only?.hash && counts.failed === 0 ? (only.code ?? only.hash) : null
  const unmarked = items.filter((item) => item.unmarked && item.state !== 'failed')
  const done = counts.stamped + counts.existing
  return (
    <div className="flex flex-col gap-4">
      {done > 0 ? <Result run={run} one={one} /> : null}
      <WaitingCopies />
      {unmarked.length > 0 ? <WithoutMark items={unmarked} /> : null}
      <Failures count={counts.failed} failures={run.failures}>
        <span>{t('run.failedText')}</span>
        <Button size="small" look={done > 0 ? 'secondary' : 'primary'} onClick={() => run.retry()}>
          {t('run.retry', { count: counts.failed })}
        </Button>
      </Failures>
      {members?.id && done > 0 ? (
        <TakeMany
          run={members.id}
          count={done}
          isPrivate={options?.isPrivate ?? true}
          isWaiting={!members.isKept}
          isSecond={!isSaved}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {one ? (
          <Link
            to="/stamps/$code"
            params={{ code: one }}
            className={buttonLook({ look: isSaved ? 'primary' : 'secondary' })}
          >
            {t('run.open')}
          </Link>
        ) : members?.id ? (
          <Link to="/stamps/runs/$run" params={{ run: members.id }} className={buttonLook()}>
            {t('run.all')}
          </Link>
        ) : (
          <Link to="/stamps" className={buttonLook()}>
            {t('run.all')}
          </Link>
        )}
        <Button onClick={() => run.clear()}>{t('run.more')}</Button>
      </div>
    </div>
  )
}

function Result({ run: { counts }, one }: { run: StampRun; one: string | null }) {
  const { t } = useTranslation('stamping')
  const isOld = counts.stamped === 0
  return (
    <Notice tone={isOld ? 'plain' : 'good'} {...(isOld ? {} : { icon: <CircleCheck aria-hidden="true" /> })}>
      <div role="status">
        <p className="font-medium">
          {isOld ? t('run.onlyExisting') : t('run.doneTitle', { count: counts.stamped + counts.existing })}
        </p>
        {isOld ? <p>{t('run.onlyExistingText')}</p> : null}
        {!isOld && counts.existing > 0 ? <p>{t('run.doneExisting', { count: counts.existing })}</p> : null}
      </div>
      {one ? <OneStamp id={one} /> : null}
    </Notice>
  )
}

/** Follows one stamp until it is final; its certificate and link are there at once. */
function OneStamp({ id }: { id: string }) {
  useLiveStamps()
  const { data } = useQuery(stampQuery(id))
  return data ? (
    <>
      <div className="mt-4 rounded-lg bg-raised p-4">
        <Timeline stamp={data} />
      </div>
      {data.isOwn ? (
        <div className="mt-4">
          <TakeOne stamp={data} />
        </div>
      ) : null}
    </>
  ) : null
}
