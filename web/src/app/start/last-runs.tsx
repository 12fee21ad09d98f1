import { Link } from '@tanstack/react-router'
import type { KeptRun } from '../../features/stamps/kept.js'
import { useTranslation } from '../../texts/translation.js'
import { momentText } from '../../ui/values/dates.js'

/** The runs stamped last, with what became of them. */
export function LastRuns({ runs }: { runs: readonly KeptRun[] }) {
  const { t } = useTranslation(['start', 'runs'])
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="runs">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="runs" className="text-lg font-semibold">
          {t('runs.title')}
        </h2>
        <Link to="/stamps/runs" className="link">
          {t('runs.all')}
        </Link>
      </div>
      <ul
        aria-labelledby="runs"
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised"
      >
        {runs.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function RunLine({ run: { id, name, createdAt, stamped, failed, confirmed } }: { run: KeptRun }) {
  const { t, i18n } = useTranslation(['start', 'runs'])
  const at = momentText(i18n.language, createdAt)
  const waiting = stamped - confirmed
  return (
    <li>
      <Link
        to="/stamps/runs/$run"
        params={{ run: id }}
        className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 hover:bg-sunken focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1 basis-40 truncate font-medium">{name || t('runs:unnamed', { at })}</span>
        <span className="tabular text-sm text-soft">
          {t('runs:documents', { count: stamped })}
          {waiting > 0 ? ` · ${t('runs:waiting', { count: waiting })}` : null}
          {failed > 0 ? <span className="text-seal">{` · ${t('runs:failed.short', { count: failed })}`}</span> : null}
        </span>
        {name ? <span className="hidden w-44 text-end text-sm text-soft sm:block">{at}</span> : null}
      </Link>
    </li>
  )
}
