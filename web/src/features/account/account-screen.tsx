import { Link } from '@tanstack/react-router'
import { useOwnAccount } from '../../base/account.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { Time } from '../../ui/values/time.jsx'
import { ArchiveCard } from './archive-card.jsx'
import { RemovalCard } from './removal-card.jsx'
import { UsageCard } from './usage-card.jsx'

/** The account itself: export and deletion. */
export function AccountScreen() {
  const { t } = useTranslation('account')
  const account = useOwnAccount()
  return (
    <>
      <PageHeader title={t('own.title')} />
      {account.data ? (
        <div className="flex flex-col gap-6">
          <ArchiveCard />
          <Card title={t('own.facts')}>
            <Facts>
              <Fact name={t('profile.email')}>{account.data.email}</Fact>
              <Fact name={t('own.since')}>
                <Time at={account.data.createdAt} />
              </Fact>
              <Fact name={t('own.id')} mono copy={{ text: account.data._id, label: t('own.copyId') }}>
                {account.data._id}
              </Fact>
            </Facts>
            <p className="mt-3 text-base text-soft">
              {t('own.login')}{' '}
              <Link to="/security" className="link">
                {t('own.loginLink')}
              </Link>
              .
            </p>
          </Card>
          <UsageCard />
          <RemovalCard account={account.data} />
        </div>
      ) : account.error ? (
        <ErrorNotice title={t('failed')} error={account.error} onRetry={account.refetch} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </>
  )
}
