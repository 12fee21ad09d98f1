import type { Place } from '../../../ui/list/grid.jsx'
import { GridRow, RowLink } from '../../../ui/list/grid-row.jsx'
import { GlobeMark, LockMark } from '../../../ui/list/row-marks.jsx'
import { RowTime } from '../../../ui/list/row-time.jsx'
import type { StampSummary } from '../stamp-queries.js'
import { StateMark } from '../state-mark.jsx'
import { type Column, shownFrom, tracks } from './columns.js'

/** The words that rows share. */
export interface RowWords {
  language: string
  /** Name of the box that selects a stamp. */
  select: (name: string) => string
  private: string
  public: string
  /** For a stamp in no block yet. */
  noBlock: string
  states: Record<StampSummary['state'], string>
}

interface StampRowProps {
  stamp: StampSummary
  place: Place
  words: RowWords
  isSelected: boolean
  /** Whether the list is one run's. */
  isRun: boolean
  /** Address of where its name leads: the pane beside the list, or its page. */
  href: string
  /** Whether the pane shows it. */
  isOpen: boolean
}

const look = 'min-w-0 truncate sm:pe-2'
const cells = Object.fromEntries(
  Object.entries(shownFrom).map(([column, shown]) => [column, `${look} ${shown}`]),
) as Record<Column, string>

/** A stamp in the table. Its name opens it; Space, Ctrl and Shift select. */
export function StampRow({ stamp, place, words, isSelected, isRun, href, isOpen }: StampRowProps) {
  const { name, code, createdAt, blockTime, state, run, tags } = stamp
  const { language } = words
  const Who = stamp.isPrivate ? LockMark : GlobeMark
  const tagged = tags.join(', ')
  return (
    <GridRow
      place={place}
      tracks={tracks}
      isSelected={isSelected}
      tick={words.select(name)}
      className={isOpen ? 'shadow-[inset_3px_0_var(--wood)]' : undefined}
    >
      <td className={cells.name}>
        <RowLink href={href} name={name} isOpen={isOpen} />
      </td>
      <td className={`${cells.code} font-mono text-soft`}>{code}</td>
      <td className={`${cells.who} text-soft`}>
        <Who />
        <span className="sr-only">{stamp.isPrivate ? words.private : words.public}</span>
      </td>
      <td className={`${cells.received} text-soft`}>
        <RowTime language={language} at={createdAt} />
      </td>
      <td className={`${cells.blockTime} max-sm:text-soft`}>
        {blockTime ? (
          <RowTime language={language} at={blockTime} />
        ) : (
          <span className="text-soft">{words.noBlock}</span>
        )}
      </td>
      <td className={cells.state}>
        <StateMark state={state} word={words.states[state]} />
      </td>
      <td className={`${cells.run} text-soft`} title={(isRun ? run?.folder : run?.name) || undefined}>
        {isRun ? run?.folder : run ? run.name || <RowTime language={language} at={createdAt} /> : null}
      </td>
      <td className={`${cells.tags} text-soft`} title={tagged || undefined}>
        {tagged}
      </td>
    </GridRow>
  )
}
