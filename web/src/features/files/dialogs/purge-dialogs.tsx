import { useTranslation } from '../../../texts/translation.js'
import { type Item, named } from '../model/items.js'
import { useMoves } from '../model/use-moves.js'
import { FormDialog } from './form-dialog.jsx'

/** Deletes items permanently, after explaining what that means. */
export function PurgeDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { t } = useTranslation('files')
  const { purge } = useMoves()
  const [item] = items
  return (
    <FormDialog
      title={t('eraseTitle', named(items))}
      submit={t('erase')}
      danger
      onSubmit={() => purge(items)}
      onClose={onClose}
    >
      <PurgeConsequences what={t(`eraseMeans.${items.length === 1 && item ? item.kind : 'several'}`)} />
    </FormDialog>
  )
}

interface EmptyBinDialogProps {
  /** Number of items shown in the bin. */
  count: number
  /** When the newest of them was deleted; anything deleted later stays. */
  until: string
  onClose: () => void
}

/** Deletes everything in the bin permanently, after explaining what that means. */
export function EmptyBinDialog({ count, until, onClose }: EmptyBinDialogProps) {
  const { t } = useTranslation('files')
  const { emptyBin } = useMoves()
  return (
    <FormDialog
      title={t('emptyBin.title')}
      submit={t('erase')}
      danger
      onSubmit={() => emptyBin(until)}
      onClose={onClose}
    >
      <PurgeConsequences what={t('emptyBin.what', { count })} />
    </FormDialog>
  )
}

/** Consequences of permanent deletion for the content, the blockchain and existing proofs. */
function PurgeConsequences({ what }: { what: string }) {
  const { t } = useTranslation('files')
  return (
    <ul className="flex list-disc flex-col gap-2 ps-4">
      <li>{what}</li>
      <li>{t('eraseMeans.chain')}</li>
      <li>{t('eraseMeans.proof')}</li>
      <li>{t('eraseMeans.certificate')}</li>
    </ul>
  )
}
