import type { ComponentProps } from 'react'
import { buttonLook } from '../../../ui/button.jsx'
import { DotsMark } from '../../../ui/list/row-marks.jsx'

/** Look of a button at the end of a row, made once for all rows. */
export const rowButton = buttonLook({ look: 'quiet', size: 'icon-small' })

/** Opens the menu of a row. */
export function MenuButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} className={rowButton} {...rest}>
      <DotsMark />
    </button>
  )
}
