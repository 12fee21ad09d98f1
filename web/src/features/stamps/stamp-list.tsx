import { Link } from '@tanstack/react-router'
import { Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Time } from '../../ui/values/time.jsx'
import type { StampSummary } from './stamp-queries.js'
import { StateBadge } from './state-badge.jsx'

type Item = Pick<StampSummary, 'name' | 'code' | 'isPrivate' | 'createdAt' | 'state'>

/** A list of stamps, each a link to its page. */
export function StampList({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
      {items.map((item) => (
        <StampRow key={item.code} item={item} />
      ))}
    </ul>
  )
}

function StampRow({ item: { name, code, isPrivate, createdAt, state } }: { item: Item }) {
  const { t } = useTranslation('stamping')
  const Who = isPrivate ? LockKeyhole : Globe
  const who = isPrivate ? t('private') : t('public')
  return (
    <li>
      <Link
        to="/stamps/$code"
        params={{ code }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-sunken focus-visible:outline-offset-[-2px] sm:grid-cols-[minmax(0,1fr)_auto_9.5rem_8.5rem]"
      >
        <span className="truncate font-medium sm:col-start-1 sm:row-start-1">{name}</span>
        <span className="col-span-2 flex items-center gap-2 text-sm text-soft sm:col-span-1 sm:col-start-1 sm:row-start-2">
          <span className="font-mono">{code}</span>
          <span className="ms-auto sm:hidden">
            <Time at={createdAt} />
          </span>
        </span>
        <span title={who} className="hidden text-soft sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:block">
          <Who className="size-4" aria-hidden="true" />
          <span className="sr-only">{who}</span>
        </span>
        <span className="hidden text-end text-sm text-soft sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:block">
          <Time at={createdAt} />
        </span>
        <span className="col-start-2 row-start-1 justify-self-end sm:col-start-4 sm:row-span-2">
          <StateBadge state={state} />
        </span>
      </Link>
    </li>
  )
}
