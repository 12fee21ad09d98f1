import { useParams } from '@tanstack/react-router'
import { FolderInput } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useBottomEdge } from '../../ui/frame/bottom-edge.js'
import { usePageKeys } from '../../ui/keys/use-keys.js'
import { named } from './model/items.js'
import { useFolder } from './model/queries.js'
import { canMoveInto, setTransfer, useTransfer } from './model/transfer.js'
import { useMoves } from './model/use-moves.js'

/** Shows which items are cut and pastes them into the open folder, by Ctrl+V or its button. */
export function CutBar() {
  const { t } = useTranslation(['files', 'common'])
  const transfer = useTransfer()
  const edge = useBottomEdge('--bar')
  const { folderId, fileId } = useParams({ strict: false })
  const folder = useFolder(folderId ?? 'root')
  const { move } = useMoves()
  const here = folder.data
  const isCut = transfer?.by === 'cut'
  const isPossible =
    isCut &&
    fileId === undefined &&
    here?.isOwn === true &&
    canMoveInto(transfer.items, here) &&
    !here.path.some((step) => transfer.items.some(({ id }) => id === step._id))
  const paste = () => {
    if (!isPossible) return
    setTransfer(null)
    void move(transfer.items, here._id, here.folderName || t('root'))
  }
  usePageKeys(isCut ? { paste, release: () => setTransfer(null) } : {})
  if (!isCut) return null
  return (
    <section
      ref={edge}
      aria-label={t('held.label')}
      className="fixed inset-x-3 bottom-[calc(0.75rem+var(--dock,0px))] z-30 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-raised p-3 shadow-float sm:bottom-[calc(1.5rem+var(--dock,0px))]"
    >
      <FolderInput className="size-5 shrink-0 text-wood" aria-hidden="true" />
      <p role="status" className="min-w-0 grow basis-52 text-base">
        {t(isPossible ? 'held.ready' : 'held.choose', named(transfer.items))}
      </p>
      <div className="ms-auto flex gap-2">
        <Button size="small" look="quiet" onClick={() => setTransfer(null)}>
          {t('common:cancel')}
        </Button>
        <Button size="small" look="primary" disabled={!isPossible} onClick={paste}>
          {t('held.put')}
          <span aria-hidden="true" className="text-sm opacity-75 max-sm:hidden">
            {t('key.paste')}
          </span>
        </Button>
      </div>
    </section>
  )
}
