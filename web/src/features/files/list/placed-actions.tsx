import { FolderInput, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../dialogs/dialogs.js'
import { useMoves } from '../model/use-moves.js'
import { ChosenAction } from './chosen-action.jsx'
import { useSelection } from './selection.js'

/** What can be done with chosen folders and files that lie in folders. */
export function PlacedActions() {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { bin } = useMoves()
  const { chosen } = useSelection()
  return (
    <>
      <ChosenAction
        icon={<FolderInput aria-hidden="true" />}
        label={t('action.move')}
        onSelect={() => open({ show: 'move', items: chosen })}
      />
      <ChosenAction icon={<Trash2 aria-hidden="true" />} label={t('action.bin')} danger onSelect={() => bin(chosen)} />
    </>
  )
}
