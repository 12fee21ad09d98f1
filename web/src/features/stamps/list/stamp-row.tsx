import { Link } from '@tanstack/react-router'
import { Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { useFocusKeys } from '../../../ui/keys/use-keys.js'
import type { Place } from '../../../ui/list/grid.jsx'
import { GridRow, rowLink, selectionKeys } from '../../../ui/list/grid-row.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import { Time } from '../../../ui/values/time.jsx'
import type { StampSummary } from '../stamp-queries.js'
import { StateMark } from '../state-mark.jsx'
import { type Column, shownFrom, tracks } from './columns.js'

interface StampRowProps {
  stamp: StampSummary
  place: Place
  selection: Selection<StampSummary>
  /** Whether the list is one run's. */
  isRun: boolean
  /** Where its name leads: the pane beside the list, or its page. */
  opens: 'pane' | 'page'
  /** Whether the pane shows it. */
  isOpen: boolean
}

/** A stamp in the table. Its name opens it; Space, Ctrl and Shift select. */
export function StampRow({ stamp, place, selection, isRun, opens, isOpen }: StampRowProps) {
  const { t } = useTranslation('stamps')
  const { name, code, createdAt, blockTime, state, run, tags } = stamp
  const link = {
    'data-row-link': '',
    onKeyDown: useFocusKeys(selectionKeys(code, selection)),
    title: name,
    'aria-current': isOpen ? ('true' as const) : undefined,
    className: rowLink,
  }
  const cell = (column: Column, look: string) => ({
    className: cn(shownFrom[column], 'min-w-0 truncate sm:pe-2', look),
  })
  return (
    <GridRow
      id={code}
      place={place}
      tracks={tracks}
      selection={selection}
      tick={t('selection.one', { name })}
      className={isOpen ? 'shadow-[inset_3px_0_var(--wood)]' : undefined}
    >
      <td {...cell('name', '')}>
        {opens === 'pane' ? (
          <Link to="." search={(old) => ({ ...old, open: code })} replace resetScroll={false} {...link}>
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
    </GridRow>
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
