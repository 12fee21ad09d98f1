import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { type Item, named } from '../model/items.js'
import { useFolder } from '../model/queries.js'
import { canMoveInto } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { FolderTree } from '../tree/folder-tree.jsx'
import type { TreeFolder } from '../tree/tree-node.jsx'
import { FormDialog } from './form-dialog.jsx'

/** Asks for the folder to move items into. */
export function MoveDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { t } = useTranslation(['files', 'common'])
  const { move } = useMoves()
  const root = useFolder('root')
  const from = useFolder(items[0]?.parentId ?? 'root')
  const [target, setTarget] = useState<TreeFolder | null>(null)
  const isPossible = target !== null && canMoveInto(items, target)
  const needsFolder = target?.folderLevel === 0 && items.some(({ kind }) => kind === 'file')
  return (
    <FormDialog
      title={t('moveTitle', named(items))}
      submit={isPossible ? t('moveTo', { name: target.folderName }) : t('move')}
      disabled={!isPossible}
      onSubmit={async () => target && move(items, target._id, target.folderName)}
      onClose={onClose}
    >
      <div className="max-h-[50dvh] min-h-56 overflow-y-auto rounded-xl border border-line p-1.5">
        {root.data && from.data ? (
          <FolderTree
            label={t('whereTo')}
            takesFocus
            rootId={root.data._id}
            selected={target?._id ?? null}
            open={from.data.path.map((step) => step._id)}
            onSelect={setTarget}
            disabledIds={items.filter(({ kind }) => kind === 'folder').map(({ id }) => id)}
          />
        ) : (
          <SkeletonRows label={t('common:loading')} />
        )}
      </div>
      <p className="text-sm text-soft" aria-live="polite">
        {needsFolder ? t('noFilesInRoot') : t('moveHint', { count: items.length })}
      </p>
    </FormDialog>
  )
}
