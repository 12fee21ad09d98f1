import { useTranslation } from '../../texts/translation.js'
import { Badge } from '../../ui/feedback/badge.jsx'
import type { ListedAccount } from './queries.js'

const tones = { open: 'good', disabled: 'bad', erasing: 'plain' } as const

/** State of an account, and whether it is an operator. */
export function AccountBadges({
  account: { state, isOperator, deletionAt },
}: {
  account: Pick<ListedAccount, 'state' | 'isOperator' | 'deletionAt'>
}) {
  const { t } = useTranslation('operator')
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(`accounts.states.${state}`)}</Badge>
      {deletionAt !== null && state !== 'erasing' ? (
        <Badge tone="waiting">{t('accounts.states.deleting')}</Badge>
      ) : null}
      {isOperator ? <Badge tone="accent">{t('accounts.isOperator')}</Badge> : null}
    </span>
  )
}
