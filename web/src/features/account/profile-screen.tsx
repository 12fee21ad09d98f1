import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { useOwnAccount } from './own-account.js'
import { ProfileForm } from './profile-form.jsx'

/** Name, biography, language, wallet address. */
export function ProfileScreen() {
  const { t } = useTranslation('account')
  const account = useOwnAccount()
  return (
    <>
      <PageHeader title={t('profile.title')} text={t('profile.text')} />
      {account.data ? (
        <ProfileForm account={account.data} />
      ) : account.error ? (
        <ErrorNotice title={t('failed')} error={account.error} onRetry={account.refetch} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </>
  )
}
