import { CompareDialog } from './compare-dialog.jsx'
import type { DialogRequest } from './dialogs.js'
import { NewFolderDialog, TypeDialog } from './folder-dialogs.jsx'
import { MoveDialog } from './move-dialog.jsx'
import { EmptyBinDialog, PurgeDialog } from './purge-dialogs.jsx'
import { ShareDialog } from './share-dialog.jsx'
import { DescribeDialog, RenameDialog } from './text-dialogs.jsx'

interface OpenDialogProps {
  request: DialogRequest
  onClose: () => void
}

/** The dialog that a page requested. */
export function OpenDialog({ request, onClose }: OpenDialogProps) {
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
