import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tick } from '../../../ui/choice.jsx'
import type { Item } from '../model/types.js'
import { useSelection } from './selection.js'

interface PickProps {
  item: Item
  /** Can it be chosen? */
  mayChoose: boolean
  /** The keyboard walks through the list by it. */
  isWayIn?: boolean
  /** The small picture of the row, 40 pixels wide. */
  children: ReactNode
}

/**
 * The picture of a row, with a box in its corner that chooses the row. Where there is a mouse, boxes are shown when it is on the row,
 * and all of them while something is chosen; the whole picture is what one hits.
 */
export function Pick({ item, mayChoose, isWayIn = false, children }: PickProps) {
  const { t } = useTranslation('files')
  const { has, toggle } = useSelection()
  return (
    <span className="relative flex shrink-0">
      {children}
      {mayChoose ? (
        <Tick
          label={t('choose', { name: item.name })}
          checked={has(item.id)}
          onChange={() => toggle(item.id)}
          {...(isWayIn ? { 'data-row-link': '' } : {})}
          className="absolute -end-1.5 -bottom-1.5 shadow-card after:absolute after:end-0 after:bottom-0 after:size-12 not-data-checked:pointer-fine:sm:opacity-0 group-hover:opacity-100! group-data-choosing/list:opacity-100! focus-visible:opacity-100!"
        />
      ) : null}
    </span>
  )
}
