import { Link } from '@tanstack/react-router'
import { Globe, LockKeyhole } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import { Tick } from '../../../ui/forms/choice.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import { Time } from '../../../ui/values/time.jsx'
import type { StampSummary } from '../stamp-queries.js'
import { StateMark } from '../state-mark.jsx'
import { type Column, shownFrom, tracks } from './columns.js'

interface StampRowProps {
  stamp: StampSummary
  /** Its place in the list, from 0. */
  at: number
  /** Where its place is. */
  style: CSSProperties
  selection: Selection<StampSummary>
  /** Whether the list is one run's. */
  isRun: boolean
  /** Where its name leads: the pane beside the list, or its page. */
  opens: 'pane' | 'page'
  /** Whether the pane shows it. */
  isOpen: boolean
}

/** A stamp in the table. Its name opens it; Space, Ctrl and Shift select. */
export function StampRow({ stamp, at, style, selection, isRun, opens, isOpen }: StampRowProps) {
  const { t } = useTranslation('stamps')
  const { name, code, createdAt, blockTime, state, run, tags } = stamp
  const { has, toggle, extendTo } = selection
  const isSelected = has(code)
  // Runs before the link: with Ctrl or Shift a click selects. (The middle button still opens a tab.)
  const onClick = (event: MouseEvent) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return
    if ((event.target as HTMLElement).closest('[role=checkbox]')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) extendTo(code)
    else toggle(code)
  }
  const link = {
    'data-row-link': '',
    onKeyDown: (event: KeyboardEvent) => onSelectionKey(event, code, selection),
    title: name,
    'aria-current': isOpen ? ('true' as const) : undefined,
    // The whole row is the link; what else can be pressed lies above it.
    className:
      'block truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-wood max-sm:text-base',
  }
  const cell = (column: Column, look: string) => ({
    className: cn(shownFrom[column], 'min-w-0 truncate sm:pe-2', look),
  })
  return (
    <tr
      data-index={at}
      style={style}
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      onClickCapture={onClick}
      // Keeps Shift+click from selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        tracks,
        'absolute inset-x-0 top-0 items-center border-b border-line text-sm last:border-0 hover:bg-sunken/70 max-sm:content-center max-sm:gap-x-2 max-sm:pe-4',
        isSelected && 'bg-wood-wash hover:bg-wood-wash',
        isOpen && 'shadow-[inset_3px_0_var(--wood)]',
      )}
    >
      <td className="relative z-1 flex justify-center max-sm:row-span-2">
        <Tick
          label={t('selection.one', { name })}
          checked={isSelected}
          onChange={() => toggle(code)}
          className="after:absolute after:inset-x-0 after:-inset-y-2"
        />
      </td>
      <td {...cell('name', '')}>
        {opens === 'pane' ? (
          <Link from="/stamps" to="/stamps" search={(old) => ({ ...old, open: code })} replace {...link}>
            {name}
          </Link>
        ) : (
          <Link to="/stamps/$code" params={{ code }} {...link}>
            {name}
          </Link>
        )}
      </td>
      <td {...cell('code', 'font-mono text-soft')}>{code}</td>
      <td {...cell('who', 'text-soft')}>
        <Visibility isPrivate={stamp.isPrivate} />
      </td>
      <td {...cell('received', 'text-soft')}>
        <Time at={createdAt} />
      </td>
      <td {...cell('blockTime', 'max-sm:text-soft')}>
        {blockTime ? <Time at={blockTime} /> : <span className="text-soft">{t('columns.noBlock')}</span>}
      </td>
      <td {...cell('state', '')}>
        <StateMark state={state} />
      </td>
      <td {...cell('run', 'text-soft')} title={(isRun ? run?.folder : run?.name) ?? undefined}>
        {isRun ? run?.folder : run ? run.name || <Time at={createdAt} /> : null}
      </td>
      <td {...cell('tags', 'text-soft')} title={tags.join(', ')}>
        {tags.join(', ')}
      </td>
    </tr>
  )
}

function Visibility({ isPrivate }: { isPrivate: boolean }) {
  const { t } = useTranslation('stamping')
  const Icon = isPrivate ? LockKeyhole : Globe
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      <span className="sr-only">{t(isPrivate ? 'private' : 'public')}</span>
    </>
  )
}

/** Space selects a row, Ctrl+A every row of the list, Escape none. */
function onSelectionKey(event: KeyboardEvent, code: string, selection: Selection<StampSummary>): void {
  if (event.altKey) return
  const { toggle, selectEvery, clear, selected } = selection
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key.toLowerCase() === 'a') selectEvery()
  else if (isCommand) return
  else if (event.key === ' ') toggle(code)
  else if (event.key === 'Escape' && selected.length > 0) clear()
  else return
  event.preventDefault()
}
