import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../session/session.js'
import { Field, Input } from '../../../ui/field.jsx'
import { Notice } from '../../../ui/notice.jsx'
import type { Folder, FolderType } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { addUploads } from '../uploads/upload-store.js'
import { FormDialog } from './form-dialog.jsx'
import { TypeChoice } from './type-choice.jsx'

interface NewFolderDialogProps {
  parent: Pick<Folder, '_id' | 'folderType' | 'folderLevel'>
  files: File[]
  onClose: () => void
}

/** Makes a folder; with files in hand, they go into it. */
export function NewFolderDialog({ parent, files, onClose }: NewFolderDialogProps) {
  const { t } = useTranslation('files')
  const account = useAccount()
  const navigate = useNavigate()
  const { createFolder } = useChanges()
  const [name, setName] = useState('')
  // The root is nobody's choice; what is below a private folder has none.
  const isInPrivate = parent.folderType === 'private' && parent.folderLevel > 0
  const [type, setType] = useState<FolderType>(parent.folderLevel === 0 ? 'private' : parent.folderType)
  const submit = async () => {
    const made = await createFolder(name.trim(), type, parent._id, account?._id ?? '')
    if (files.length === 0) return
    addUploads(files, { folderId: made._id })
    await navigate({ to: '/files/$folderId', params: { folderId: made._id } })
  }
  return (
    <FormDialog
      title={t('newFolder')}
      description={files.length > 0 ? t('newFolderFor', { count: files.length }) : undefined}
      submit={files.length > 0 ? t('createAndUpload') : t('create')}
      disabled={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')}>
        <Input value={name} onValueChange={setName} maxLength={255} autoFocus autoComplete="off" />
      </Field>
      {isInPrivate ? <Notice>{t('privateParent')}</Notice> : <TypeChoice value={type} onChange={setType} />}
    </FormDialog>
  )
}
