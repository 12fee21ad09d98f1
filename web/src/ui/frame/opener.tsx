import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'

interface OpenerProps {
  /** `<Button …/>` */
  button: ReactElement
  popup: 'menu' | 'dialog'
  /** The popup takes the focus to its first item when a key opens it. */
  onOpen: (byKey: boolean) => void
}

/**
 * The button of a menu or a panel that isn't loaded yet. It stays the same element until it is used: one that is exchanged while
 * it is pressed would lose the click.
 */
export function Opener({ button, popup, onOpen }: OpenerProps) {
  return cloneElement(button as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    // Enter and Space count as clicks without a pointer's presses.
    onClick: ({ detail }: MouseEvent) => onOpen(detail === 0),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (popup === 'menu' && (key === 'ArrowDown' || key === 'ArrowUp')) onOpen(true)
    },
  })
}
