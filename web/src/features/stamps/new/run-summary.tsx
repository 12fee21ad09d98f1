import { useTranslation } from 'react-i18next'
import { bytesText } from '../../../ui/amounts.js'
import { Progress } from '../../../ui/progress.jsx'
import type { StampRun } from './run.js'

/** How many documents there are, and how far they have come. */
export function RunSummary({ run }: { run: StampRun }) {
  const { t, i18n } = useTranslation('stamping')
  const { counts, items, bytes } = run
  const isHashing = counts.waiting + counts.hashing > 0
  const settled = counts.stamped + counts.existing + counts.failed
  const rate = run.rate === null ? '' : `${bytesText(i18n.language, run.rate)}/s`
  const read = `${bytesText(i18n.language, bytes.done)} / ${bytesText(i18n.language, bytes.all)}`
  return (
    <div className="flex flex-col gap-3">
      <p className="tabular text-lg font-semibold">
        {t('run.documents', { count: items.length })}
        {bytes.all > 0 ? <span className="font-normal text-soft"> · {bytesText(i18n.language, bytes.all)}</span> : null}
      </p>
      {isHashing ? (
        <Progress
          label={t('run.reading')}
          value={bytes.all === 0 ? null : bytes.done / bytes.all}
          aside={[read, rate].filter((text) => text !== '').join(' · ')}
        />
      ) : null}
      {run.isBusy ? (
        <Progress
          label={t('run.stamping')}
          value={settled / items.length}
          aside={t('run.progress', { done: settled, all: items.length })}
        />
      ) : null}
    </div>
  )
}
