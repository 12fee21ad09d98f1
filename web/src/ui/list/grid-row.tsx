import type { ComponentProps } from 'react'
import { Tick } from '../forms/choice.jsx'
import type { Place } from './grid.jsx'
import { tickCell } from './row-clicks.js'

const look =
  'group absolute inset-x-0 top-0 items-center border-b border-line text-sm last:border-0 max-sm:content-center max-sm:gap-x-2 max-sm:pe-4'

interface GridRowProps extends Omit<ComponentProps<'tr'>, 'style'> {
  place: Place
  /** Classes of the tracks. */
  tracks: string
  isSelected: boolean
  /** Accessible name of the box that selects the row; without it the row can't be selected. */
  tick: string | undefined
  /** Whether the arrow keys move between the boxes, in lists without links. */
  isTickFocusable?: boolean
}

/** A row of a grid: a box, and the cells of its columns. */
export function GridRow({
  place,
  tracks,
  isSelected,
  tick,
  isTickFocusable = false,
  className = '',
  children,
  ...rest
}: GridRowProps) {
  return (
    <tr
      {...rest}
      data-index={place.at}
      style={place.style}
      aria-rowindex={place.at + 2}
      aria-selected={tick === undefined ? undefined : isSelected}
      className={`${tracks} ${look} ${isSelected ? 'bg-wood-wash hover:bg-wood-wash' : 'hover:bg-sunken/70'} ${className}`}
    >
      {tick === undefined ? (
        <td className="max-sm:row-span-2" />
      ) : (
        <td
          {...{ [tickCell]: '' }}
          className="relative z-1 flex cursor-pointer items-center justify-center self-stretch max-sm:row-span-2"
        >
          <Tick label={tick} checked={isSelected} {...(isTickFocusable ? { 'data-row-link': '' } : {})} />
        </td>
      )}
      {children}
    </tr>
  )
}

interface RowLinkProps {
  href: string
  name: string
  /** Whether it is open beside the list. */
  isOpen: boolean
  className?: string
}

/** The name of a row, which opens it. The link fills the row; what else can be pressed lies above it: `relative z-1`. */
export function RowLink({ href, name, isOpen, className = '' }: RowLinkProps) {
  return (
    <a
      href={href}
      data-row-link=""
      draggable={false}
      title={name}
      aria-current={isOpen ? 'true' : undefined}
      className={`block truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-wood max-sm:text-base ${className}`}
    >
      {name}
    </a>
  )
}
