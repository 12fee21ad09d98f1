import { type ReactNode, useCallback, useState } from 'react'
import { CompareDialog } from './compare-dialog.jsx'
import { DescribeDialog } from './describe-dialog.jsx'
import { DialogContext, type DialogRequest } from './dialogs.js'
import { EmptyBinDialog } from './empty-bin-dialog.jsx'
import { EraseDialog } from './erase-dialog.jsx'
import { MoveDialog } from './move-dialog.jsx'
import { NewFolderDialog } from './new-folder-dialog.jsx'
import { RenameDialog } from './rename-dialog.jsx'
import { ShareDialog } from './share-dialog.jsx'
import { TypeDialog } from './type-dialog.jsx'

/** Shows the dialogs that the pages inside it ask for, one at a time. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<DialogRequest | null>(null)
  const [round, setRound] = useState(0)
  const open = useCallback((next: DialogRequest) => {
    setRequest(next)
    // Each begins anew, also when the last one was of the same kind.
    setRound((count) => count + 1)
  }, [])
  const onClose = useCallback(() => setRequest(null), [])
  return (
    <DialogContext value={open}>
      {children}
      {request ? <Shown key={round} request={request} onClose={onClose} /> : null}
    </DialogContext>
  )
}

function Shown({ request, onClose }: { request: DialogRequest; onClose: () => void }) {
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
    case 'erase':
      return <EraseDialog items={request.items} onClose={onClose} />
    case 'empty-bin':
      return <EmptyBinDialog {...request} onClose={onClose} />
  }
}
