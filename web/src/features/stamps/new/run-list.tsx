import { ServiceError } from '@tallystick/sdk'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { bytesText, percentText } from '../../../ui/values/formats.js'
import { CopyRefusal } from '../copies/copy.js'
import type { StampRun } from './run.js'
import { folderOf, type RunItem } from './run-items.js'

const rowPx = 56
const rowsSeenMin = 6

/** Items of a run. Renders only those in view: there may be very many. */
export function RunList({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const frame = useRef<HTMLElement>(null)
  const { items } = run
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    getItemKey: (at) => items[at]?.key ?? at,
    overscan: 6,
  })
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={t('run.list')}
      className="overflow-y-auto rounded-xl border border-line bg-raised"
      // As tall as the window has room for.
      style={{ height: items.length * rowPx + 2, maxHeight: `max(${rowsSeenMin * rowPx + 2}px, 100dvh - 27rem)` }}
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <li
              key={item.key}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={cn(
                'absolute inset-x-0 flex items-center gap-3 border-line px-4',
                index < items.length - 1 && 'border-b',
              )}
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
            >
              <Row item={item} run={run} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const tones: Partial<Record<RunItem['state'], string>> = {
  stamped: 'text-moss',
  existing: 'text-wood',
  failed: 'text-seal',
}

function Row({ item, run }: { item: RunItem; run: StampRun }) {
  const { t, i18n } = useTranslation('stamping')
  const { name, size, state, hash, code } = item
  const isSettled = state === 'stamped' || state === 'existing'
  return (
    <>
      <div className="min-w-0 flex-1">
        {isSettled && hash ? (
          <Link to="/stamps/$code" params={{ code: code ?? hash }} className="link block truncate" title={name}>
            {name}
          </Link>
        ) : (
          <span className="block truncate" title={name}>
            {name}
          </span>
        )}
        <ItemStatus item={item} />
      </div>
      <span className={cn('tabular shrink-0 text-end text-sm text-soft', state !== 'failed' && tones[state])}>
        {isSettled ? t(`items.${state}`) : size === null ? null : bytesText(i18n.language, size)}
      </span>
      {run.isStarted ? null : (
        <Button look="quiet" size="icon-small" aria-label={t('run.remove', { name })} onClick={() => run.remove(item)}>
          <X aria-hidden="true" />
        </Button>
      )}
    </>
  )
}

/** Progress of an item, below its name; finished items show it on the right. */
function ItemStatus({ item }: { item: RunItem }) {
  const { t, i18n } = useTranslation(['stamping', 'copies'])
  const { state, done, size, error, hash, unmarked } = item
  const errorText = useErrorText()
  const folder = folderOf(item)
  const refusalText = ({ reason }: CopyRefusal) =>
    reason === 'unreadable' ? t('run.unreadable') : t(`copies:problems.${reason}`)
  // Finished items show their state at the right.
  if (state === 'stamped' || state === 'existing') {
    if (unmarked) {
      const text = t('copies:unmarked', { problem: refusalText(unmarked) })
      return (
        <span className="block truncate text-sm text-soft" title={text}>
          {text}
        </span>
      )
    }
    return folder ? <span className="block truncate text-sm text-soft">{folder}</span> : null
  }
  const percent = percentText(i18n.language, size ? done / size : 0)
  const problem =
    error instanceof CopyRefusal
      ? refusalText(error)
      : hash === null && !(error instanceof ServiceError)
        ? t('run.unreadable')
        : errorText(error)
  const text =
    state === 'failed'
      ? problem
      : state === 'hashing'
        ? t('items.hashing', { percent })
        : t(state === 'copying' ? 'copies:making' : `items.${state}`)
  return (
    <span className={cn('block truncate text-sm', state === 'failed' ? 'text-seal' : 'text-soft')} title={text}>
      {folder && state !== 'failed' ? `${folder} · ${text}` : text}
    </span>
  )
}
