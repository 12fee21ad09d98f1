import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Field, Input, Textarea } from '../../../ui/forms/field.jsx'
import { hasSlash, keptName } from '../../../ui/values/kept-name.js'
import type { FileItem, Item } from '../model/items.js'
import { useChanges } from '../model/use-changes.js'
import { FormDialog } from './form-dialog.jsx'

/** Renames a folder or a file. */
export function RenameDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('files')
  const { rename, revert } = useChanges()
  const [name, setName] = useState(item.name)
  const wanted = keptName(name)
  const submit = async () => {
    if (wanted === item.name) return
    await rename(item, wanted)
    showToast({
      title: t('renamed', { name: wanted }),
      undo: () => void revert(wanted, () => rename(item, item.name)),
    })
  }
  // Selects the name without its extension, which rarely changes.
  const end = item.kind === 'file' ? item.name.lastIndexOf('.') : -1
  return (
    <FormDialog
      title={t('renameTitle')}
      submit={t('rename')}
      disabled={wanted === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')} hint={hasSlash(name) ? t('slashKept', { name: wanted }) : undefined}>
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

/** Edits a file's description. */
export function DescribeDialog({ file, onClose }: { file: FileItem; onClose: () => void }) {
  const { t } = useTranslation(['files', 'common'])
  const { describe } = useChanges()
  const [text, setText] = useState(file.description)
  return (
    <FormDialog
      title={t('describeTitle', { name: file.fileName })}
      submit={t('common:save')}
      onSubmit={() => describe(file._id, text.trim())}
      onClose={onClose}
    >
      <Field label={t('description')} hint={file.fileType === 'public' ? t('descriptionPublic') : undefined}>
        <Textarea value={text} onChange={(event) => setText(event.target.value)} autoFocus />
      </Field>
    </FormDialog>
  )
}
