import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.jsx'
import type { Subfolder } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FormDialog } from './form-dialog.jsx'

interface TypeDialogProps {
  folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType'>
  onClose: () => void
}

/** Makes a folder private or public, having said what follows: what others have seen by then cannot be undone. */
export function TypeDialog({ folder, onClose }: TypeDialogProps) {
  const { t } = useTranslation('files')
  const { changeType, takeBack } = useChanges()
  const { _id: id, folderName: name, folderType: before } = folder
  const wanted = before === 'private' ? 'public' : 'private'
  const submit = async () => {
    await changeType(id, wanted)
    showToast({
      title: t(`typeChanged.${wanted}`, { name }),
      undo: () => void takeBack(name, () => changeType(id, before)),
    })
  }
  return (
    <FormDialog
      title={t(`turn.${wanted}.title`, { name })}
      submit={t(`turn.${wanted}.submit`)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{t(`turn.${wanted}.who`)}</li>
        <li>{t(`turn.${wanted}.link`)}</li>
        <li>{t(`turn.${wanted}.store`)}</li>
      </ul>
    </FormDialog>
  )
}
