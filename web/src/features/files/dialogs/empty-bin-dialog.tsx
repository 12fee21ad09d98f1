import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.jsx'
import { useMoves } from '../model/use-moves.js'
import { EraseMeans } from './erase-means.jsx'
import { FormDialog } from './form-dialog.jsx'

interface EmptyBinDialogProps {
  /** How many things are seen in the bin. */
  count: number
  /** When the latest of them was deleted: what somebody else puts there meanwhile stays. */
  until: string
  onClose: () => void
}

/** Erases all that is in the bin, having said what that means. */
export function EmptyBinDialog({ count, until, onClose }: EmptyBinDialogProps) {
  const { t } = useTranslation('files')
  const { emptyBin } = useMoves()
  const submit = async () => {
    await emptyBin(until)
    showToast({ title: t('emptyBin.done') })
  }
  return (
    <FormDialog title={t('emptyBin.title')} submit={t('erase')} danger onSubmit={submit} onClose={onClose}>
      <EraseMeans what={t('emptyBin.what', { count })} />
    </FormDialog>
  )
}
