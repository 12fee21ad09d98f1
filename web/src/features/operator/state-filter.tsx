import { ChevronDown } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { Menu, MenuChoice } from '../../ui/frame/menu.jsx'
import { type AccountSearch, accountStates } from './account-search.js'

type State = AccountSearch['state']

/** Narrows the list to accounts of one state. */
export function StateFilter({ state, onChange }: { state: State; onChange: (state: State) => void }) {
  const { t } = useTranslation('operator')
  const name = t('accounts.state')
  const value = state && t(`accounts.states.${state}`)
  return (
    <Menu
      align="start"
      trigger={
        <Button
          size="small"
          aria-label={value ? `${name}: ${value}` : name}
          className={cn('min-h-9', value && 'border-wood bg-wood-wash')}
        >
          <span className="truncate">{value ?? name}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice
        label={name}
        value={state ?? 'all'}
        options={[
          { value: 'all', label: t('accounts.all') },
          ...accountStates.map((one) => ({ value: one, label: t(`accounts.states.${one}`) })),
        ]}
        onChange={(chosen) => onChange(accountStates.find((one) => one === chosen))}
      />
    </Menu>
  )
}
