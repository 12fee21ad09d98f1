import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../button.jsx'
import { cn } from '../classes.js'

/** The label of a toast's button. */
interface ToastData {
  label?: string | undefined
}

const manager = Base.createToastManager<ToastData>()

export interface ToastOptions {
  /** Event, in a few words. */
  title: string
  /** Details. */
  text?: string
  tone?: 'plain' | 'bad'
  /** Shown as a button for ten seconds. Undo is better than "Are you sure?". */
  undo?: () => void
  /** Shown as a button instead of undo, for what cannot be undone. */
  action?: { label: string; run: () => void }
  /** Called when the toast goes away, after `undo` if that was clicked. Deferred work runs now. */
  onClose?: () => void
}

/** Toasts that came before the shelf could show them. */
const early: ToastOptions[] = []
let isShown = false

/** Puts a toast on the shelf. */
export function addToast(options: ToastOptions): void {
  if (isShown) place(options)
  else early.push(options)
}

function place({ title, text, tone = 'plain', undo, action, onClose }: ToastOptions): void {
  const run = undo ?? action?.run
  const id = manager.add({
    title,
    description: text,
    type: tone,
    // Longer if there is a button or more to read.
    timeout: run || (text && tone === 'bad') ? 10_000 : 5_000,
    ...(onClose && { onClose }),
    priority: tone === 'bad' ? 'high' : 'low',
    ...(run && {
      // Without a label, it undoes.
      data: { label: undo ? undefined : action?.label },
      actionProps: {
        onClick: () => {
          run()
          manager.close(id)
        },
      },
    }),
  })
}

/** Renders the toasts. */
export function ToastShelf() {
  // Runs after the provider's own effect, which is what listens for toasts.
  useEffect(() => {
    isShown = true
    for (const options of early.splice(0)) place(options)
  }, [])
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        {/* Above everything docked at the bottom; at the top while a bottom sheet is open. */}
        <Base.Viewport className="fixed inset-x-4 bottom-[calc(1rem+var(--dock,0px)+var(--bar,0px))] z-60 max-sm:[body:has([data-sheet])_&]:top-4 max-sm:[body:has([data-sheet])_&]:bottom-auto mx-auto flex max-w-md flex-col gap-2 sm:right-6 sm:bottom-[calc(1.5rem+var(--dock,0px)+var(--bar,0px))] sm:left-auto sm:mx-0 sm:w-96">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts } = Base.useToastManager<ToastData>()
  const { t } = useTranslation('common')
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className={cn(
        'flex items-start gap-3 rounded-xl border bg-raised p-4 shadow-float transition duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0',
        toast.type === 'bad' ? 'border-seal/60' : 'border-line',
      )}
    >
      <div className="min-w-0 flex-1">
        <Base.Title className={cn('font-medium text-pretty', toast.type === 'bad' && 'text-seal')} />
        <Base.Description className="text-sm text-soft" />
      </div>
      {toast.actionProps ? (
        <Base.Action render={<Button look="secondary" size="small" />}>{toast.data?.label ?? t('undo')}</Base.Action>
      ) : null}
      {/* Base UI hides it until the pointer is over the toasts, since it stacks them. These stand side by side. */}
      <Base.Close aria-hidden={false} render={<Button look="quiet" size="icon-small" aria-label={t('close')} />}>
        <X aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ))
}
