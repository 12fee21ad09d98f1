import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.jsx'
import { type Item, named } from '../model/items.js'
import { useMoves } from '../model/use-moves.js'
import { FormDialog } from './form-dialog.jsx'

/** Erases for good: what cannot be undone is explained before. */
export function EraseDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { t } = useTranslation('files')
  const { erase } = useMoves()
  const [item] = items
  return (
    <FormDialog
      title={t('eraseTitle', named(items))}
      submit={t('erase')}
      danger
      onSubmit={() => erase(items)}
      onClose={onClose}
    >
      <EraseMeans what={t(`eraseMeans.${items.length === 1 && item ? item.kind : 'several'}`)} />
    </FormDialog>
  )
}

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

/** What follows from erasing: for what is erased, for the blockchain, for proofs. */
function EraseMeans({ what }: { what: string }) {
  const { t } = useTranslation('files')
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5">
      <li>{what}</li>
      <li>{t('eraseMeans.chain')}</li>
      <li>{t('eraseMeans.proof')}</li>
    </ul>
  )
}
