import { useTranslation } from 'react-i18next'
import { named } from '../model/items.js'
import type { Item } from '../model/types.js'
import { useMoves } from '../model/use-moves.js'
import { EraseMeans } from './erase-means.jsx'
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
