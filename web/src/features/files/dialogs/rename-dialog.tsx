import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Input } from '../../../ui/field.jsx'
import { showToast } from '../../../ui/toast.jsx'
import type { Item } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FormDialog } from './form-dialog.jsx'

/** Gives another name. */
export function RenameDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('files')
  const { rename, takeBack } = useChanges()
  const [name, setName] = useState(item.name)
  const wanted = name.trim()
  const submit = async () => {
    if (wanted === item.name) return
    await rename(item, wanted)
    showToast({
      title: t('renamed', { name: wanted }),
      undo: () => void takeBack(wanted, () => rename(item, item.name)),
    })
  }
  // What comes after the last dot is seldom what somebody wants to change.
  const end = item.kind === 'file' ? item.name.lastIndexOf('.') : -1
  return (
    <FormDialog
      title={t('renameTitle')}
      submit={t('rename')}
      disabled={wanted === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')}>
        <Input
          value={name}
          onValueChange={setName}
          maxLength={255}
          autoFocus
          autoComplete="off"
          onFocus={(event) => (event.target as HTMLInputElement).setSelectionRange(0, end > 0 ? end : item.name.length)}
        />
      </Field>
    </FormDialog>
  )
}
