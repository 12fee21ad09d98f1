import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { Tick } from '../../../ui/choice.jsx'
import type { Item } from '../model/items.js'
import { SelectionContext, useNewSelection, useSelection } from './selection.js'
import { VirtualList } from './virtual-list.jsx'

interface ChoosingListProps<Row> {
  /** Names it for those who do not see it. */
  label: string
  rows: readonly Row[]
  /** How many there are in all, those not loaded yet included. */
  count: number
  itemOf: (row: Row) => Item
  /** In words how much is listed. */
  summary: string
  /** What can be done with what is chosen, as buttons; not given where nothing can be chosen. */
  actions?: ReactNode
  children: (row: Row) => ReactNode
  /** Called when the end of what is loaded comes into sight. */
  onEnd: () => void
}

/** A list of folders and files, of which several can be chosen. */
export function ChoosingList<Row>({
  label,
  rows,
  count,
  itemOf,
  summary,
  actions,
  children,
  onEnd,
}: ChoosingListProps<Row>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a row is does not change
  const items = useMemo(() => rows.map(itemOf), [rows])
  const selection = useNewSelection(items)
  return (
    <SelectionContext value={selection}>
      <div
        className="group/list rounded-xl border border-line bg-raised"
        data-choosing={selection.chosen.length > 0 || undefined}
      >
        <ListHead summary={summary} total={rows.length} actions={actions} />
        <VirtualList
          label={label}
          rows={rows}
          count={count}
          keyOf={(row) => itemOf(row).id}
          onExtend={(from, to) => selection.extendTo(itemOf(to).id, itemOf(from).id)}
          onEnd={onEnd}
        >
          {children}
        </VirtualList>
      </div>
    </SelectionContext>
  )
}

interface ListHeadProps {
  /** In words how much is listed. */
  summary: string
  /** Rows that can be chosen. */
  total: number
  /** What can be done with what is chosen; not given where nothing can be chosen. */
  actions?: ReactNode
}

/** Above a list: how much there is, or how much of it is chosen and what can be done with that. Stays in sight. */
function ListHead({ summary, total, actions }: ListHeadProps) {
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
