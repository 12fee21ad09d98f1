import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { Table, Td, Th, Tr } from '../../ui/frame/table.jsx'
import { useListKeys } from '../../ui/keys/row-keys.js'
import { exactMoment, shortDayText } from '../../ui/values/dates.js'
import { bytesText, countText } from '../../ui/values/formats.js'
import { RelativeTime } from '../../ui/values/time.jsx'
import { AccountBadges } from './account-badges.jsx'
import type { AccountSearch, AccountSort } from './account-search.js'
import type { ListedAccount } from './queries.js'

type Sorting = Required<Pick<AccountSearch, 'sort' | 'order'>>

interface AccountTableProps {
  accounts: readonly ListedAccount[]
  search: AccountSearch
  onSort: (sorting: Sorting) => void
  /** Where addresses lead: the pane beside the list, or pages. */
  opens: 'pane' | 'page'
}

/** Table of accounts. Phones omit what the account's page shows. */
export function AccountTable({ accounts, search, onSort, opens }: AccountTableProps) {
  const { t, i18n } = useTranslation('operator')
  const { language } = i18n
  const rows = useListKeys<HTMLTableSectionElement>()
  const now: Sorting = { sort: search.sort ?? 'created', order: search.order ?? 'desc' }
  const head = (sort: AccountSort, name: string, className?: string) => (
    <SortHead sort={sort} name={name} now={now} onSort={onSort} {...(className && { className })} />
  )
  return (
    <Table label={t('accounts.list')} className="max-sm:[&_td]:px-3 max-sm:[&_th]:px-3">
      <thead>
        <tr>
          {head('email', t('accounts.columns.account'))}
          <Th>{t('accounts.columns.state')}</Th>
          <Th className="hidden text-end sm:table-cell">{t('accounts.columns.stamps')}</Th>
          {head('storage', t('accounts.columns.storage'), 'text-end')}
          <Th className="hidden md:table-cell">{t('accounts.columns.active')}</Th>
          {head('created', t('accounts.columns.created'), 'hidden md:table-cell')}
        </tr>
      </thead>
      <tbody ref={rows.ref} onKeyDown={rows.onKeyDown}>
        {accounts.map((account) => (
          <Tr key={account.id} className={cn(account.id === search.open && 'bg-wood-wash hover:bg-wood-wash')}>
            <Td className="max-w-72 max-sm:max-w-40">
              <AccountLink account={account} opens={opens} isOpen={account.id === search.open} />
              <span className="block truncate text-sm text-soft">{account.name}</span>
            </Td>
            <Td>
              <AccountBadges account={account} />
            </Td>
            <Td className="tabular hidden text-end sm:table-cell">{countText(language, account.stamps)}</Td>
            <Td className="tabular text-end whitespace-nowrap">{bytesText(language, account.storedBytes)}</Td>
            <Td className="hidden whitespace-nowrap md:table-cell">
              {account.lastActiveAt === null ? t('accounts.never') : <RelativeTime at={account.lastActiveAt} />}
            </Td>
            <Td className="tabular hidden whitespace-nowrap md:table-cell">
              <time dateTime={account.createdAt} title={exactMoment(language, account.createdAt)}>
                {shortDayText(language, account.createdAt)}
              </time>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface AccountLinkProps {
  account: ListedAccount
  opens: 'pane' | 'page'
  /** Whether the pane shows it. */
  isOpen: boolean
}

function AccountLink({ account: { id, email }, opens, isOpen }: AccountLinkProps) {
  const link = { 'data-row-link': '', className: 'link block truncate font-medium' }
  if (opens === 'page') {
    return (
      <Link to="/operator/accounts/$accountId" params={{ accountId: id }} {...link}>
        {email}
      </Link>
    )
  }
  return (
    <Link
      from="/operator/accounts"
      to="."
      search={(search) => ({ ...search, open: id })}
      replace
      resetScroll={false}
      aria-current={isOpen ? 'true' : undefined}
      {...link}
    >
      {email}
    </Link>
  )
}

interface SortHeadProps {
  sort: AccountSort
  name: string
  className?: string
  now: Sorting
  onSort: (sorting: Sorting) => void
}

/** Header of a column that sorts: the largest and newest first, texts from A to Z; pressed again, the other way round. */
function SortHead({ sort, name, className, now, onSort }: SortHeadProps) {
  const isSorted = now.sort === sort
  const first = sort === 'email' ? 'asc' : 'desc'
  const order = isSorted ? (now.order === 'asc' ? 'desc' : 'asc') : first
  const Arrow = now.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <Th className={className} aria-sort={isSorted ? (now.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 hover:text-ink"
        onClick={() => onSort({ sort, order })}
      >
        <span className={cn(isSorted && 'text-ink')}>{name}</span>
        {isSorted ? <Arrow className="size-3.5 shrink-0" aria-hidden="true" /> : null}
      </button>
    </Th>
  )
}
