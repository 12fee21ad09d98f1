import { FolderInput, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { useDialogs } from '../dialogs/dialogs.js'
import { useMoves } from '../model/use-moves.js'
import { ArchiveMenu } from './archive-menu.jsx'
import { useSelection } from './selection.js'

/** Actions on selected folders and files outside the bin. */
export function BulkActions() {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { bin } = useMoves()
  const { selected } = useSelection()
  return (
    <>
      <ArchiveMenu items={selected} />
      <BulkAction
        icon={<FolderInput aria-hidden="true" />}
        label={t('action.move')}
        onSelect={() => open({ show: 'move', items: selected })}
      />
      <BulkAction icon={<Trash2 aria-hidden="true" />} label={t('action.bin')} danger onSelect={() => bin(selected)} />
    </>
  )
}

interface BulkActionProps {
  icon: ReactNode
  /** On phones only the icon is shown. */
  label: string
  danger?: boolean
  onSelect: () => unknown
}

/** A button that acts on all selected items. */
export function BulkAction({ icon, label, danger = false, onSelect }: BulkActionProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onSelect()
    setBusy(false)
  }
  return (
    <Button
      look="quiet"
      size="small"
      className={cn('max-sm:size-8 max-sm:px-0', danger && 'text-seal')}
      busy={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? null : icon}
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}
