import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../../ui/skeleton.jsx'
import { useFolder } from '../model/queries.js'
import type { Item } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FolderTree } from '../tree/folder-tree.jsx'
import { FormDialog } from './form-dialog.jsx'

/** Chooses the folder that something is moved into. */
export function MoveDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation(['files', 'common'])
  const { move } = useChanges()
  const root = useFolder('root')
  const from = useFolder(item.parentId)
  const [target, setTarget] = useState<{ id: string; name: string } | null>(null)
  const isRoot = target !== null && target.id === root.data?._id
  const isPossible = target !== null && target.id !== item.parentId && !(isRoot && item.kind === 'file')
  return (
    <FormDialog
      title={t('moveTitle', { name: item.name })}
      submit={isPossible ? t('moveTo', { name: target.name }) : t('move')}
      disabled={!isPossible}
      onSubmit={async () => target && move(item, target.id, target.name)}
      onClose={onClose}
    >
      <div className="max-h-[50dvh] min-h-56 overflow-y-auto rounded-xl border border-line p-1.5">
        {root.data && from.data ? (
          <FolderTree
            label={t('whereTo')}
            takesFocus
            rootId={root.data._id}
            selected={target?.id ?? null}
            open={from.data.path.map((step) => step._id)}
            onSelect={(id, name) => setTarget({ id, name })}
            {...(item.kind === 'folder' ? { barred: item.id } : {})}
          />
        ) : (
          <SkeletonRows label={t('common:loading')} />
        )}
      </div>
      <p className="text-sm text-soft" aria-live="polite">
        {isRoot && item.kind === 'file' ? t('noFilesInRoot') : t('moveHint')}
      </p>
    </FormDialog>
  )
}
