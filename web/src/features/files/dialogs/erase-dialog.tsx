import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.jsx'
import type { Binned } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FormDialog } from './form-dialog.jsx'

/** Erases for good: the one thing here that cannot be undone, so it is explained before. */
export function EraseDialog({ binned, onClose }: { binned: Binned; onClose: () => void }) {
  const { t } = useTranslation('files')
  const { erase } = useChanges()
  const { name, type } = binned
  const submit = async () => {
    await erase(binned)
    showToast({ title: t('erased', { name }) })
  }
  return (
    <FormDialog title={t('eraseTitle', { name })} submit={t('erase')} danger onSubmit={submit} onClose={onClose}>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{type === 'folder' ? t('eraseMeans.folder') : t('eraseMeans.file')}</li>
        <li>{t('eraseMeans.chain')}</li>
        <li>{t('eraseMeans.proof')}</li>
      </ul>
    </FormDialog>
  )
}
