import { ServiceError } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { AccountDetails } from './account-details.jsx'
import { accountQuery } from './queries.js'

/** The open account beside the list. */
export function AccountPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('operator')
  return (
    <section
      aria-label={t('account.label')}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] w-90 shrink-0 self-start overflow-y-auto rounded-xl border border-line bg-raised p-4"
    >
      <div className="-mt-2 -me-2 flex items-center justify-between gap-2">
        <Link to="/operator/accounts/$accountId" params={{ accountId: id }} className="link text-sm">
          {t('account.page')}
        </Link>
        <Button look="quiet" size="icon-small" aria-label={t('account.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <LoadedAccount id={id} />
    </section>
  )
}

/** An account once it is loaded. */
export function LoadedAccount({ id }: { id: string }) {
  const { t } = useTranslation(['operator', 'common'])
  const { data, error, refetch } = useQuery(accountQuery(id))
  if (error instanceof ServiceError && error.status === 404) return <p className="text-soft">{t('account.missing')}</p>
  if (error) return <ErrorNotice title={t('account.failed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows label={t('common:loading')} rows={4} />
  return <AccountDetails account={data} />
}
