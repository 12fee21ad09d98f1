import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { Progress } from '../../../ui/feedback/progress.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import { bytesText } from '../../../ui/values/formats.js'
import { type StampRun, useRun } from './run.js'

/** Size and progress of a run. */
export function RunSummary({ run }: { run: StampRun }) {
  const { t, i18n } = useTranslation('stamping')
  const { counts, items, bytes } = run
  const isHashing = counts.waiting + counts.hashing > 0
  // It stays until someone starts the run: what they are about to press doesn't move.
  const isRead = bytes.all > 0 && !run.isStarted
  const settled = counts.stamped + counts.existing + counts.failed
  const rate = run.rate === null ? '' : `${bytesText(i18n.language, run.rate)}/s`
  const read = `${bytesText(i18n.language, bytes.done)} / ${bytesText(i18n.language, bytes.all)}`
  return (
    <div className="flex flex-col gap-3">
      <p className="tabular text-lg font-semibold">
        {t('run.documents', { count: items.length })}
        {bytes.all > 0 ? <span className="font-normal text-soft"> · {bytesText(i18n.language, bytes.all)}</span> : null}
      </p>
      {isHashing || isRead ? (
        <Progress
          label={t(isHashing ? 'run.reading' : 'run.read')}
          value={bytes.all === 0 ? null : bytes.done / bytes.all}
          aside={isHashing ? [read, rate].filter((text) => text !== '').join(' · ') : ''}
        />
      ) : null}
      {run.isBusy ? (
        <Progress
          label={t(run.options?.makeCopies ? 'run.copying' : 'run.stamping')}
          value={settled / items.length}
          aside={t('run.progress', { done: settled, all: items.length })}
        />
      ) : null}
    </div>
  )
}

/** Links back to a run that continues in the background. */
export function RunNotice() {
  const { t } = useTranslation('stamping')
  const run = useRun()
  if (!run.isBusy) return null
  const { stamped, existing, failed } = run.counts
  return (
    <Notice tone="waiting" icon={<Spinner />}>
      <span className="tabular">{t('run.running', { done: stamped + existing + failed, all: run.items.length })}</span>{' '}
      <Link to="/stamps/new" className="link">
        {t('run.show')}
      </Link>
    </Notice>
  )
}
