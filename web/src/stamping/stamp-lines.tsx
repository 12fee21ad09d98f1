import { Link } from '@tanstack/react-router'
import { Globe, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Time } from '../ui/time.jsx'
import type { StampLine } from './stamp-queries.js'
import { StateBadge } from './state-badge.jsx'

/** Stamps below each other, each of them a link to its page. */
export function StampLines({ label, items }: { label: string; items: readonly StampLine[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
      {items.map((item) => (
        <Line key={item._id} item={item} />
      ))}
    </ul>
  )
}

function Line({ item: { name, code, isPrivateBc, createdAt, state } }: { item: StampLine }) {
  const { t } = useTranslation('stamping')
  const Who = isPrivateBc ? Lock : Globe
  const who = isPrivateBc ? t('private') : t('public')
  return (
    <li>
      <Link
        to="/stamps/$code"
        params={{ code }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken focus-visible:outline-offset-[-2px] sm:grid-cols-[minmax(0,1fr)_auto_9.5rem_8.5rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="flex items-center gap-2 text-sm text-soft">
            <span className="font-mono">{code}</span>
            <span className="sm:hidden">
              <Time at={createdAt} />
            </span>
          </span>
        </span>
        <span title={who} className="hidden text-soft sm:block">
          <Who className="size-4" aria-hidden="true" />
          <span className="sr-only">{who}</span>
        </span>
        <span className="hidden text-end text-sm text-soft sm:block">
          <Time at={createdAt} />
        </span>
        <span className="justify-self-end">
          <StateBadge state={state} />
        </span>
      </Link>
    </li>
  )
}
