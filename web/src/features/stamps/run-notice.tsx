import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countText } from '../../stamping/figures.js'
import { useRun } from '../../stamping/use-run.js'
import { Notice } from '../../ui/notice.jsx'
import { Spinner } from '../../ui/spinner.jsx'

/** A run that goes on while the list is looked at. */
export function RunNotice() {
  const { t, i18n } = useTranslation('stamping')
  const run = useRun()
  if (!run.isBusy) return null
  const { stamped, existing, failed } = run.counts
  const done = countText(stamped + existing + failed, i18n.language)
  return (
    <Notice tone="waiting" icon={<Spinner />}>
      <span className="tabular">{t('run.running', { done, all: countText(run.items.length, i18n.language) })}</span>{' '}
      <Link to="/stamps/new" className="link">
        {t('run.show')}
      </Link>
    </Notice>
  )
}
