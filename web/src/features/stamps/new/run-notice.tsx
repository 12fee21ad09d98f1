import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import { useRun } from './use-run.js'

/** A run that goes on while the list is looked at. */
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
