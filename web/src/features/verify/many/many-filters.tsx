import type { Row } from '@tallystick/proof'
import { Download, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { countText } from '../../../ui/values/formats.js'
import { type Group, groups, isIn } from './groups.js'
import { VerdictMark } from './verdict-mark.jsx'

interface ManyFiltersProps {
  rows: readonly Row[]
  group: Group | null
  onGroup: (group: Group | null) => void
  search: string
  onSearch: (text: string) => void
  onSave: () => void
}

/** Narrows the rows down by verdict and name, and saves what is left. */
export function ManyFilters({ rows, group, onGroup, search, onSearch, onSave }: ManyFiltersProps) {
  const { t } = useTranslation('verifyMany')
  const counted = (Object.keys(groups) as Group[])
    .map((each) => ({ each, count: rows.filter((row) => isIn(each, row)).length }))
    .filter(({ count }) => count > 0)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name a form */}
      <div role="group" aria-label={t('show')} className="flex flex-wrap gap-2">
        <Chip isOn={group === null} count={rows.length} onClick={() => onGroup(null)}>
          {t('all')}
        </Chip>
        {counted.map(({ each, count }) => (
          <Chip key={each} isOn={group === each} count={count} onClick={() => onGroup(group === each ? null : each)}>
            <VerdictMark verdict={groups[each][0]} />
            {t(`groups.${each}`)}
          </Chip>
        ))}
      </div>
      <label className="flex min-h-8 grow items-center gap-2 rounded-md border border-edge bg-raised px-2.5 text-sm focus-within:outline-2 focus-within:outline-wood md:ms-auto md:max-w-64">
        <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
        <span className="sr-only">{t('search')}</span>
        <input
          type="search"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder={t('search')}
          className="min-w-0 grow bg-transparent outline-none placeholder:text-soft"
        />
      </label>
      <Button size="small" onClick={onSave}>
        <Download aria-hidden="true" />
        {t('csv')}
      </Button>
    </div>
  )
}

interface ChipProps {
  isOn: boolean
  count: number
  onClick: () => void
  children: ReactNode
}

function Chip({ isOn, count, onClick, children }: ChipProps) {
  const { i18n } = useTranslation()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cn(
        'inline-flex min-h-8 items-center gap-1.5 rounded-md border bg-raised px-2.5 text-sm font-medium whitespace-nowrap',
        isOn ? 'border-ink ring-1 ring-ink' : 'border-line hover:border-edge',
      )}
    >
      {children}
      <span className="tabular font-normal text-soft">{countText(i18n.language, count)}</span>
    </button>
  )
}
