import { FolderInput, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { MenuItem, MenuLine } from '../../../ui/frame/menu.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { useMoves } from '../model/use-moves.js'

interface ItemActionsProps {
  item: Item
  /** Called after it was moved to the bin. */
  onBinned?: (() => void) | undefined
  /** Entries for this kind of item only. */
  children: ReactNode
}

/** Menu entries shared by the user's own folders and files. */
export function ItemActions({ item, onBinned, children }: ItemActionsProps) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { bin } = useMoves()
  return (
    <>
      <Action icon={<Pencil aria-hidden="true" />} shortcut="F2" onSelect={() => open({ show: 'rename', item })}>
        {t('action.rename')}
      </Action>
      <Action
        icon={<FolderInput aria-hidden="true" />}
        shortcut="M"
        onSelect={() => open({ show: 'move', items: [item] })}
      >
        {t('action.move')}
      </Action>
      {children}
      <MenuLine />
      <Action
        icon={<Trash2 aria-hidden="true" />}
        shortcut={t('key.delete')}
        danger
        onSelect={() => void bin([item]).then((isBinned) => isBinned && onBinned?.())}
      >
        {t('action.bin')}
      </Action>
    </>
  )
}

interface ActionProps {
  icon: ReactNode
  /** The key that does the same on a row. */
  shortcut?: string
  onSelect: () => void
  danger?: boolean
  children: ReactNode
}

/** A menu entry with its keyboard shortcut. */
export function Action({ icon, shortcut, onSelect, danger = false, children }: ActionProps) {
  return (
    <MenuItem icon={icon} onSelect={onSelect} danger={danger}>
      <span className="flex-1">{children}</span>
      {shortcut ? (
        <span aria-hidden="true" className="ps-4 font-sans text-sm text-soft max-sm:hidden">
          {shortcut}
        </span>
      ) : null}
    </MenuItem>
  )
}
