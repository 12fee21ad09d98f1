import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { Card } from '../../ui/frame/card.jsx'
import { LoadedAccount } from './account-pane.jsx'

/** Page of one account, for where the list has no room beside it. */
export function OneAccountScreen() {
  const { t } = useTranslation('operator')
  const { accountId } = useParams({ from: '/member/operator/accounts/$accountId' })
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Link to="/operator/accounts" className="link self-start text-sm">
        {t('account.back')}
      </Link>
      <Card>
        <LoadedAccount id={accountId} />
      </Card>
    </div>
  )
}
