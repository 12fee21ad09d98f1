import { SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/session.js'
import { buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { PageHeader } from '../../ui/page-header.jsx'

/** The first page after the login. */
export function StartScreen() {
  const { t } = useTranslation('start')
  const account = useAccount()
  return (
    <>
      <PageHeader title={t('title', { name: account?.name ?? '' })} text={t('text')} />
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <a href="/verify" className={buttonLook({ look: 'primary' })}>
            <SearchCheck aria-hidden="true" />
            {t('verify')}
          </a>
        }
      />
    </>
  )
}
