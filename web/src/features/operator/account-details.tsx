import { type ReactNode, useState } from 'react'
import { useAccount } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Meter } from '../../ui/feedback/meter.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import { bytesText, countText } from '../../ui/values/formats.js'
import { RelativeTime, Time } from '../../ui/values/time.jsx'
import { AccountBadges } from './account-badges.jsx'
import { ChangeDialog } from './change-dialog.jsx'
import { History } from './history.jsx'
import type { OpenedAccount } from './queries.js'

/** An account as operators see it, and the button that disables or enables it. */
export function AccountDetails({ account }: { account: OpenedAccount }) {
  const { t, i18n } = useTranslation('operator')
  const { language } = i18n
  const ways = [
    account.twoFactorEnabled ? t('account.factor') : '',
    account.passkeys > 0 ? t('account.passkeys', { count: account.passkeys }) : '',
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 className="text-lg font-semibold break-words">{account.name}</h2>
        <p className="mb-2 break-words">{account.email}</p>
        <AccountBadges account={account} />
        {account.emailVerified ? null : <p className="mt-2 text-sm text-amber">{t('account.unverified')}</p>}
      </div>
      <Usage account={account} />
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        <Row name={t('account.id')}>
          <span className="flex items-start justify-between gap-2">
            <span className="font-mono break-all">{account.id}</span>
            <CopyButton text={account.id} label={t('account.copyId')} />
          </span>
        </Row>
        <Row name={t('accounts.columns.stamps')}>{countText(language, account.stamps)}</Row>
        <Row name={t('account.clients')}>{countText(language, account.clients)}</Row>
        <Row name={t('account.protection')}>{ways.length > 0 ? ways.join(', ') : t('account.passwordOnly')}</Row>
        <Row name={t('accounts.columns.created')}>
          <Time at={account.createdAt} />
        </Row>
        <Row name={t('accounts.columns.active')}>
          {account.lastActiveAt === null ? t('accounts.never') : <RelativeTime at={account.lastActiveAt} />}
        </Row>
        {account.deletionAt === null ? null : (
          <Row name={t('account.deletion')}>
            <Time at={account.deletionAt} />
          </Row>
        )}
      </dl>
      <History entries={account.interventions} />
      <Change account={account} />
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function Usage({ account: { usage } }: { account: OpenedAccount }) {
  const { t, i18n } = useTranslation('operator')
  const measure = (
    { used, limit }: { used: number; limit: number | null },
    write: (language: string, value: number) => string,
  ) => {
    const shown = write(i18n.language, used)
    if (limit === null) return { words: shown, share: null }
    return { words: t('account.of', { used: shown, limit: write(i18n.language, limit) }), share: used / limit }
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('account.usage')}</h3>
      <Meter label={t('account.storage')} {...measure(usage.storage, bytesText)} />
      <Meter label={t('account.unfinished')} {...measure(usage.unfinishedUploads, bytesText)} />
      <Meter label={t('account.stamps')} {...measure(usage.stampsToday, countText)} />
    </div>
  )
}

function Change({ account }: { account: OpenedAccount }) {
  const { t } = useTranslation('operator')
  const own = useAccount()?._id
  const [isAsking, setAsking] = useState(false)
  if (account.state === 'erasing') return null
  if (account.id === own) return <p className="text-sm text-soft">{t('disable.own')}</p>
  const to = account.state === 'open' ? 'disable' : 'enable'
  return (
    <>
      <Button look={to === 'disable' ? 'danger' : 'secondary'} className="self-start" onClick={() => setAsking(true)}>
        {t(`${to}.action`)}
      </Button>
      {isAsking ? <ChangeDialog account={account} to={to} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
