import { type ReactNode, useCallback, useState } from 'react'
import { later } from '../../../ui/later.js'
import { DialogContext, type DialogRequest } from './dialogs.js'

const dialogs = later(() => import('./open-dialog.jsx'))

/** Shows the dialogs requested by the pages inside, one at a time. They are loaded after the page. */
export function DialogHost({ children }: { children: ReactNode }) {
  const loaded = dialogs.use()
  const [request, setRequest] = useState<DialogRequest | null>(null)
  const [round, setRound] = useState(0)
  const open = useCallback((next: DialogRequest) => {
    setRequest(next)
    // A new key resets the dialog's state, even if the previous one was of the same kind.
    setRound((count) => count + 1)
    // Without a network it stays closed, and opening it again tries again.
    dialogs.load().catch(() => setRequest(null))
  }, [])
  const onClose = useCallback(() => setRequest(null), [])
  return (
    <DialogContext value={open}>
      {children}
      {request && loaded ? <loaded.OpenDialog key={round} request={request} onClose={onClose} /> : null}
    </DialogContext>
  )
}
