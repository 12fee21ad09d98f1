import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { Tick } from '../../../ui/choice.jsx'
import { useSelection } from './selection.js'

interface ListHeadProps {
  /** In words how much is listed. */
  summary: string
  /** Rows that can be chosen. */
  total: number
  /** What can be done with what is chosen; not given where nothing can be chosen. */
  actions?: ReactNode
}

/** Above a list: how much there is, or how much of it is chosen and what can be done with that. Stays in sight. */
export function ListHead({ summary, total, actions }: ListHeadProps) {
  const { t } = useTranslation('files')
  const { chosen, chooseAll, clear } = useSelection()
  const isChoosing = chosen.length > 0
  return (
    <div className="sticky top-15.5 z-10 flex min-h-12 items-center gap-3 rounded-t-xl border-b border-line bg-raised px-3 py-1.5 sm:px-4 lg:top-0">
      {actions ? (
        <Tick
          label={t('chooseAll')}
          checked={isChoosing && chosen.length === total}
          indeterminate={isChoosing && chosen.length < total}
          onChange={chosen.length === total ? clear : chooseAll}
        />
      ) : null}
      <p role="status" className="min-w-0 flex-1 truncate text-sm text-soft">
        {isChoosing ? <span className="font-medium text-ink">{t('chosen', { count: chosen.length })}</span> : summary}
      </p>
      {isChoosing ? (
        <div className="flex items-center gap-1.5">
          {actions}
          <Button look="quiet" size="icon-small" aria-label={t('chooseNone')} onClick={clear}>
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
