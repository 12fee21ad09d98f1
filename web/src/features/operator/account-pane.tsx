import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice, isGone } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { SidePane } from '../../ui/frame/side-pane.jsx'
import { AccountDetails } from './account-details.jsx'
import { accountQuery } from './queries.js'

/** The open account beside the list. */
export function AccountPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('operator')
  return (
    <SidePane
      label={t('account.label')}
      state={
        <Link to="/operator/accounts/$accountId" params={{ accountId: id }} className="link text-sm">
          {t('account.page')}
        </Link>
      }
      close={t('account.close')}
      onClose={onClose}
    >
      <div className="px-4 pb-4">
        <LoadedAccount id={id} />
      </div>
    </SidePane>
  )
}

/** An account once it is loaded. */
export function LoadedAccount({ id }: { id: string }) {
  const { t } = useTranslation(['operator', 'common'])
  const { data, error, refetch } = useQuery(accountQuery(id))
  if (isGone(error)) return <p className="text-soft">{t('account.missing')}</p>
  if (error) return <ErrorNotice title={t('account.failed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows label={t('common:loading')} rows={4} />
  return <AccountDetails account={data} />
}
