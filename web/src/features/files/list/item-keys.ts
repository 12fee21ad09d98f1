import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { hold } from '../model/held.js'
import type { Item } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'

/** Keys of a row: F2 renames, M moves, Ctrl+X takes it up (Ctrl+V in a folder puts it down), Delete puts it into the bin. */
export function useItemKeys(item: Item, isOwn: boolean): (event: KeyboardEvent) => void {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const changes = useChanges()
  return (event) => {
    if (!isOwn || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (isCommand && key === 'x') {
      hold({ item, by: 'cut' })
      showToast({ title: t('taken', { name: item.name }) })
    } else if (isCommand) return
    else if (key === 'f2') open({ show: 'rename', item })
    else if (key === 'm') open({ show: 'move', item })
    else if (key === 'delete') void changes.bin(item)
    else return
    event.preventDefault()
  }
}
