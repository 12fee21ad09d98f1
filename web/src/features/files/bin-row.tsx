import { ArchiveRestore, File as FileIcon, Folder as FolderIcon, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import type { Binned } from './model/types.js'
import { useChanges } from './model/use-changes.js'

const dayMs = 86_400_000

/** Something in the bin: back to where it was, or away for good. */
export function BinRow({ binned }: { binned: Binned }) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { restore } = useChanges()
  const { name, type, from, erasedAt } = binned
  const days = Math.max(0, Math.ceil((Date.parse(erasedAt) - Date.now()) / dayMs))
  const Icon = type === 'folder' ? FolderIcon : FileIcon
  return (
    <div className="flex h-full items-center gap-3 px-3 sm:gap-4 sm:px-4">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-sunken text-soft max-sm:hidden">
        <Icon className="size-5 stroke-[1.75]" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-soft">
          {from ? t('wasIn', { name: from.folderName }) : t('wasAtTop')} · {t('erasedIn', { count: days })}
        </p>
      </div>
      <Button size="small" data-row-link="" aria-label={t('restoreOne', { name })} onClick={() => void restore(binned)}>
        <ArchiveRestore aria-hidden="true" />
        <span className="max-xs:hidden">{t('restore')}</span>
      </Button>
      <Button
        look="quiet"
        size="icon-small"
        aria-label={t('eraseOne', { name })}
        onClick={() => open({ show: 'erase', binned })}
      >
        <Trash2 className="text-seal" aria-hidden="true" />
      </Button>
    </div>
  )
}
