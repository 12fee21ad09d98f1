import { Download, FileArchive, FolderCheck } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Menu, MenuItem } from '../../../ui/frame/menu.jsx'
import type { Item } from '../model/items.js'
import { useArchive } from '../model/use-archive.js'

/** Menu entries that download folders and files as one ZIP, alone or with their proofs. */
export function ArchiveEntries({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('files')
  const save = useArchive()
  return (
    <>
      <MenuItem icon={<FileArchive aria-hidden="true" />} onSelect={() => save({ items, withProofs: false })}>
        {t('action.zip')}
      </MenuItem>
      <MenuItem icon={<FolderCheck aria-hidden="true" />} onSelect={() => save({ items, withProofs: true })}>
        {t('action.zipWithProofs')}
      </MenuItem>
    </>
  )
}

/** A button with these entries. */
export function ArchiveMenu({ items, size = 'small' }: { items: readonly Item[]; size?: 'small' | 'normal' }) {
  const { t } = useTranslation('files')
  return (
    <Menu
      trigger={
        <Button
          look={size === 'small' ? 'quiet' : 'secondary'}
          size={size}
          className={size === 'small' ? 'max-sm:size-8 max-sm:px-0' : ''}
        >
          <Download aria-hidden="true" />
          <span className={size === 'small' ? 'max-sm:sr-only' : ''}>{t('action.download')}</span>
        </Button>
      }
    >
      <ArchiveEntries items={items} />
    </Menu>
  )
}
