import { type ReactNode, useCallback, useState } from 'react'
import { CompareDialog } from './compare-dialog.jsx'
import { DialogContext, type DialogRequest } from './dialogs.js'
import { NewFolderDialog, TypeDialog } from './folder-dialogs.jsx'
import { MoveDialog } from './move-dialog.jsx'
import { EmptyBinDialog, PurgeDialog } from './purge-dialogs.jsx'
import { ShareDialog } from './share-dialog.jsx'
import { DescribeDialog, RenameDialog } from './text-dialogs.jsx'

/** Shows the dialogs requested by the pages inside, one at a time. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<DialogRequest | null>(null)
  const [round, setRound] = useState(0)
  const open = useCallback((next: DialogRequest) => {
    setRequest(next)
    // A new key resets the dialog's state, even if the previous one was of the same kind.
    setRound((count) => count + 1)
  }, [])
  const onClose = useCallback(() => setRequest(null), [])
  return (
    <DialogContext value={open}>
      {children}
      {request ? <OpenDialog key={round} request={request} onClose={onClose} /> : null}
    </DialogContext>
  )
}

function OpenDialog({ request, onClose }: { request: DialogRequest; onClose: () => void }) {
  switch (request.show) {
    case 'new-folder':
      return <NewFolderDialog parent={request.parent} files={request.files ?? []} onClose={onClose} />
    case 'rename':
      return <RenameDialog item={request.item} onClose={onClose} />
    case 'move':
      return <MoveDialog items={request.items} onClose={onClose} />
    case 'type':
      return <TypeDialog folder={request.folder} onClose={onClose} />
    case 'describe':
      return <DescribeDialog file={request.file} onClose={onClose} />
    case 'share':
      return <ShareDialog file={request.file} onClose={onClose} />
    case 'compare':
      return <CompareDialog {...request} onClose={onClose} />
    case 'purge':
      return <PurgeDialog items={request.items} onClose={onClose} />
    case 'empty-bin':
      return <EmptyBinDialog {...request} onClose={onClose} />
  }
}
