import { type LookUp, type Row, sayReason, timeOfRow } from '@tallystick/proof'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { utcColumnText } from '../../../ui/values/dates.js'
import { useManyWords } from '../use-words.js'
import type { Column, Order } from './sorting.js'
import { useWindow } from './use-window.js'
import { VerdictMark } from './verdict-mark.jsx'

/** Heights of a row in pixels: with a reason, which takes up to two lines, with a time below it, and without. */
const heights = { wide: { plain: 36, reason: 52, timed: 52 }, narrow: { plain: 60, reason: 96, timed: 116 } }
const wide = matchMedia('(min-width: 48rem)')
const grid = 'grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[9rem_minmax(0,1fr)_11rem_15rem]'

const columns: readonly Column[] = ['verdict', 'document', 'time', 'proof']

interface ManyTableProps {
  rows: readonly Row[]
  lookUp: LookUp
  order: Order
  onOrder: (order: Order) => void
}

/** Documents with their verdicts. Rows out of sight aren't drawn, so that thousands are as fast as ten. */
export function ManyTable({ rows, lookUp, order, onOrder }: ManyTableProps) {
  const { t } = useTranslation('verifyMany')
  const words = useManyWords()
  const body = useRef<HTMLTableSectionElement>(null)
  const isWide = useIsWide()
  const reasons = useMemo(() => rows.map((row) => sayReason(row, words, lookUp)), [rows, lookUp, words])
  const offsets = useMemo(() => {
    const { plain, reason, timed } = isWide ? heights.wide : heights.narrow
    const found = [0]
    for (const [at, row] of rows.entries()) {
      const height = reasons[at] === '' ? plain : timeOfRow(row) === undefined ? reason : timed
      found.push((found.at(-1) ?? 0) + height)
    }
    return found
  }, [rows, reasons, isWide])
  const { from, to } = useWindow(body, offsets)
  const offsetOf = (at: number) => offsets[at] ?? 0
  return (
    <table className="block rounded-xl border border-line bg-raised text-sm" aria-rowcount={rows.length + 1}>
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="block">
        <tr className={cn(grid, 'sticky top-0 border-b border-line px-4 max-md:sr-only')} aria-rowindex={1}>
          {columns.map((column) => (
            <Heading key={column} column={column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="relative block" style={{ height: offsetOf(rows.length) }}>
        {rows.slice(from, to).map((row, at) => (
          <tr
            key={`${row.document} ${row.proof}`}
            aria-rowindex={from + at + 2}
            data-verdict={row.verdict}
            className={cn(
              grid,
              'absolute inset-x-0 content-center items-center gap-x-3 border-b border-line px-4 hover:bg-sunken md:gap-x-0',
            )}
            style={{ top: offsetOf(from + at), height: offsetOf(from + at + 1) - offsetOf(from + at) }}
          >
            <Cells row={row} reason={reasons[from + at] ?? ''} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wide.addEventListener('change', changed)
      return () => wide.removeEventListener('change', changed)
    },
    () => wide.matches,
  )
}

function Heading({ column, order, onOrder }: { column: Column } & Pick<ManyTableProps, 'order' | 'onOrder'>) {
  const { t } = useTranslation('verifyMany')
  const isSorted = order.column === column
  const Arrow = order.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className="flex h-9 items-center text-start font-medium text-soft"
      {...(isSorted && { 'aria-sort': order.isDescending ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        className={cn('flex items-center gap-1 rounded-sm hover:text-ink', isSorted && 'text-ink')}
        onClick={() => onOrder({ column, isDescending: isSorted && !order.isDescending })}
      >
        {t(`columns.${column}`)}
        {isSorted ? <Arrow className="size-3.5" aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

function Cells({ row, reason }: { row: Row; reason: string }) {
  const { i18n } = useTranslation('verifyMany')
  const { many } = useManyWords()
  const time = timeOfRow(row)
  const { document, proof, brief } = row
  const named = document ?? brief?.name ?? proof
  return (
    <>
      <td className="flex items-center gap-1.5 whitespace-nowrap max-md:order-2">
        <VerdictMark verdict={row.verdict} />
        {many.verdicts[row.verdict]}
      </td>
      <td className="min-w-0 max-md:order-1">
        <p className={reason === '' ? 'truncate' : 'line-clamp-2 md:pe-4'} title={`${named}`}>
          <span className={document === null ? 'text-soft' : 'font-medium'}>{named}</span>
          {reason === '' ? null : <span className="ms-3 text-soft max-md:hidden">{reason}</span>}
        </p>
      </td>
      <td className="tabular text-soft max-md:order-3 max-md:col-span-2 md:truncate md:text-ink">
        {reason === '' ? null : <span className="line-clamp-2 md:hidden">{reason}</span>}
        {time === undefined ? (
          <span className="max-md:hidden">–</span>
        ) : (
          <time dateTime={time}>
            {utcColumnText(i18n.language, time)}
            <span className="md:hidden"> UTC</span>
          </time>
        )}
      </td>
      <td className="truncate text-soft max-md:hidden" title={proof ?? ''}>
        {proof ?? '–'}
      </td>
    </>
  )
}
