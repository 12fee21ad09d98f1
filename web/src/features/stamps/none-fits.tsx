import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'

/** What was looked for is not there; leads back to the whole list. */
export function NoneFits() {
  const { t } = useTranslation('stamps')
  return (
    <EmptyState
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Link to="/stamps" className={buttonLook()}>
          {t('clear')}
        </Link>
      }
    />
  )
}
