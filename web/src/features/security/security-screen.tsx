import { useOwnAccount } from '../../base/account.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Browsers } from './browsers.jsx'
import { EmailCard } from './email-card.jsx'
import { Passkeys } from './passkeys.jsx'
import { PasswordCard } from './password-card.jsx'
import { SecondFactor } from './second-factor.jsx'
import { Sessions } from './sessions.jsx'

/** Login and security: e-mail address, password, authenticator app, passkeys and sessions. */
export function SecurityScreen() {
  const { t } = useTranslation('security')
  const account = useOwnAccount()
  return (
    <>
      <PageHeader title={t('title')} />
      {account.isPending ? <SkeletonRows label={t('loading')} /> : null}
      {account.error ? (
        <ErrorNotice title={t('failed')} error={account.error} onRetry={() => account.refetch()} />
      ) : null}
      {account.data ? (
        <div className="flex flex-col gap-6">
          <EmailCard account={account.data} />
          <Passkeys />
          <SecondFactor isOn={account.data.twoFactorEnabled} />
          <PasswordCard />
          <Sessions />
          <Browsers />
        </div>
      ) : null}
    </>
  )
}
