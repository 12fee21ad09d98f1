import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import { type FolderOrder, type FolderSort, firstOrder } from '../model/folder-order.js'

/** The order of a list, and what changes it. */
export interface Sorted {
  order: FolderOrder
  /** Called with the order that a press on a header asks for. */
  onOrder: (order: FolderOrder) => void
}

/** Headers at the end of a row, above their columns where there is room for these. */
export function EndHeaders(sorted: Sorted) {
  return (
    <>
      <SortHeader by="type" {...sorted} />
      <SortHeader by="size" {...sorted} className="sm:w-20 sm:justify-end" />
      <SortHeader by="date" {...sorted} className="sm:me-18 md:w-40 md:justify-end" />
    </>
  )
}

interface SortHeaderProps extends Sorted {
  by: FolderSort
  className?: string
}

/** A column header that sorts. */
export function SortHeader({ by, order: { sort, order }, onOrder, className }: SortHeaderProps) {
  const { t } = useTranslation('files')
  const isSorted = sort === by
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  const reverse = order === 'asc' ? 'desc' : 'asc'
  return (
    <button
      type="button"
      className={cn(
        'inline-flex min-h-8 shrink-0 items-center gap-1 rounded-sm text-sm font-medium text-soft hover:text-ink',
        isSorted && 'text-ink',
        className,
      )}
      onClick={() => onOrder({ sort: by, order: isSorted ? reverse : firstOrder(by) })}
    >
      <span className="sr-only">{t('sort.label')} </span>
      {t(`sort.${by}`)}
      {isSorted ? <Arrow className="size-3.5 shrink-0" aria-hidden="true" /> : null}
      {isSorted ? <span className="sr-only"> {t(`sort.${order}`)}</span> : null}
    </button>
  )
}
