import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../button.jsx'
import { cn } from '../classes.js'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence below the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Maximum width. On phones a dialog is a bottom sheet. */
  size?: 'normal' | 'wide'
}

/** A field to type in. Base UI's check boxes and radios hold an input of their own, which isn't meant for people. */
const field = ['input', 'textarea', 'select']
  .map((name) => `${name}:not([type=hidden], [type=file], [aria-hidden=true], [tabindex="-1"], :disabled)`)
  .join()

/** The window of a `Dialog`. Its first field has the focus, or the first button without one. Escape and a click outside close it, and the focus returns to where it was. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'normal',
}: DialogProps) {
  const { t } = useTranslation('common')
  const popup = useRef<HTMLDivElement>(null)
  // A click or Escape in a dialog above this one is not meant for this one.
  const change = (next: boolean) => {
    if (next || isTopmost(popup.current)) onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>(field) ?? true}
          // Toasts move out of its way, see `Toasts`.
          data-sheet=""
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-2xl border border-line bg-raised shadow-float transition duration-150 data-ending-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl',
            size === 'wide' ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4 px-4 pt-4 sm:px-6">
            <div>
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description ? <Base.Description className="mt-1 text-soft">{description}</Base.Description> : null}
            </div>
            <Base.Close render={<Button look="quiet" size="icon-small" aria-label={t('close')} />}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="overflow-y-auto px-4 py-4 sm:px-6">{children}</div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-4 sm:px-6">{footer}</div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Later dialogs are later in the document. */
function isTopmost(popup: HTMLElement | null): boolean {
  return popup === null || [...document.querySelectorAll('[data-sheet]')].at(-1) === popup
}
