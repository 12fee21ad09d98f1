import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { SearchField } from '../../../ui/forms/search-field.jsx'
import { Menu, MenuChecks, MenuChoice } from '../../../ui/frame/menu.jsx'
import { changedSearch, type SearchChange } from '../../../ui/list/changed-search.js'
import { momentText } from '../../../ui/values/dates.js'
import { runListQuery, someEndUsersQuery, tagsQuery } from '../kept.js'
import { type StampSearch, stampStates, statesIn } from '../stamp-search.js'
import { FilterChip } from './filter-chip.jsx'
import { PeriodFilter } from './period-filter.jsx'

/** Filters of the list. They are part of the page's address, to bookmark and share. */
export function Filters() {
  const { t } = useTranslation(['stamps', 'stamping'])
  const search = useSearch({ from: '/member/stamps' })
  const navigate = useNavigate({ from: '/stamps' })
  const set = (change: SearchChange<StampSearch>) =>
    void navigate({ search: (now) => changedSearch(now, change), replace: true })
  const states = statesIn(search.state)
  return (
    <search className="flex gap-2 max-sm:flex-wrap sm:flex-wrap">
      <SearchField label={t('search')} hint={t('searchHint')} text={search.q ?? ''} onSearch={(q) => set({ q })} />
      <div className="flex gap-2 max-sm:-mx-4 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
        <PeriodFilter period={search} onChange={set} />
        <Menu
          align="start"
          trigger={
            <FilterChip
              name={t('state')}
              value={states.map((state) => t(`stamping:states.${state}`)).join(', ') || undefined}
            />
          }
        >
          <MenuChecks
            label={t('state')}
            values={states}
            options={stampStates.map((state) => ({ value: state, label: t(`stamping:states.${state}`) }))}
            onChange={(chosen) => set({ state: chosen.join(',') })}
          />
        </Menu>
        <Menu align="start" trigger={<FilterChip name={t('who')} value={search.who && t(`whos.${search.who}`)} />}>
          <MenuChoice
            label={t('who')}
            value={search.who ?? 'all'}
            options={(['all', 'public', 'private'] as const).map((value) => ({ value, label: t(`whos.${value}`) }))}
            onChange={(who) => set({ who: who === 'all' ? undefined : who })}
          />
        </Menu>
        <RunFilter run={search.run} onChange={(run) => set({ run })} />
        <TagFilter tag={search.tag} onChange={(tag) => set({ tag })} />
        <EndUserFilter user={search.user} onChange={(user) => set({ user })} />
      </div>
    </search>
  )
}

function RunFilter({ run, onChange }: { run: string | undefined; onChange: (run: string | undefined) => void }) {
  const { t, i18n } = useTranslation('stamps')
  const { data } = useInfiniteQuery(runListQuery())
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  if (runs.length === 0 && !run) return null
  const nameOf = ({ name, createdAt }: (typeof runs)[number]) => name || momentText(i18n.language, createdAt)
  const chosen = runs.find(({ id }) => id === run)
  return (
    <OneOf
      name={t('columns.run')}
      value={run}
      shown={run && (chosen ? nameOf(chosen) : t('columns.run'))}
      options={runs.map((one) => ({ value: one.id, label: nameOf(one) }))}
      onChange={onChange}
    />
  )
}

function TagFilter({ tag, onChange }: { tag: string | undefined; onChange: (tag: string | undefined) => void }) {
  const { t } = useTranslation('stamps')
  const { data: tags = [] } = useQuery(tagsQuery())
  if (tags.length === 0 && !tag) return null
  return (
    <OneOf
      name={t('columns.tags')}
      value={tag}
      shown={tag}
      options={tags.map(({ tag }) => ({ value: tag, label: tag }))}
      onChange={onChange}
    />
  )
}

function EndUserFilter({ user, onChange }: { user: string | undefined; onChange: (user: string | undefined) => void }) {
  const { t } = useTranslation('stamps')
  const { data } = useQuery(someEndUsersQuery)
  const users = data?.users ?? []
  if (users.length === 0 && !user) return null
  return (
    <OneOf
      name={t('endUser')}
      value={user}
      shown={user && (users.find(({ userId }) => userId === user)?.username ?? user)}
      options={users.map(({ userId, username }) => ({ value: userId, label: username }))}
      onChange={onChange}
    />
  )
}

interface OneOfProps {
  name: string
  value: string | undefined
  /** The choice, in words. */
  shown: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

/** A choice of one or none. */
function OneOf({ name, value, shown, options, onChange }: OneOfProps) {
  const { t } = useTranslation('stamps')
  return (
    <Menu align="start" trigger={<FilterChip name={name} value={shown} />}>
      <MenuChoice
        label={name}
        value={value ?? ''}
        options={[{ value: '', label: t('whos.all') }, ...options]}
        onChange={(chosen) => onChange(chosen || undefined)}
      />
    </Menu>
  )
}
