import { useNavigate } from '@tanstack/react-router'
import { Globe, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../../session/session.js'
import { useTranslation } from '../../../texts/translation.js'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { hasSlash, keptName } from '../../../ui/values/kept-name.js'
import type { Folder, FolderType, Subfolder } from '../model/items.js'
import { useChanges } from '../model/use-changes.js'
import { addUploads } from '../uploads/upload-store.js'
import { FormDialog } from './form-dialog.jsx'

interface NewFolderDialogProps {
  parent: Pick<Folder, '_id' | 'folderType' | 'folderLevel'>
  files: File[]
  onClose: () => void
}

/** Creates a folder and, if files are given, uploads them into it. */
export function NewFolderDialog({ parent, files, onClose }: NewFolderDialogProps) {
  const { t } = useTranslation('files')
  const account = useAccount()
  const navigate = useNavigate()
  const { createFolder } = useChanges()
  const [name, setName] = useState('')
  // The root itself has no choice of type; inside a private folder everything is private.
  const isInPrivate = parent.folderType === 'private' && parent.folderLevel > 0
  const [type, setType] = useState<FolderType>(parent.folderLevel === 0 ? 'private' : parent.folderType)
  const submit = async () => {
    const made = await createFolder(keptName(name), type, parent._id, account?._id ?? '')
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
      <Field label={t('name')} hint={hasSlash(name) ? t('slashKept', { name: keptName(name) }) : undefined}>
        <Input value={name} onValueChange={setName} maxLength={255} autoFocus autoComplete="off" />
      </Field>
      {isInPrivate ? <Notice>{t('privateParent')}</Notice> : <TypeChoice value={type} onChange={setType} />}
    </FormDialog>
  )
}

interface TypeDialogProps {
  folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType'>
  onClose: () => void
}

/** Makes a folder private or public after explaining the consequences. What others have already seen cannot be undone. */
export function TypeDialog({ folder, onClose }: TypeDialogProps) {
  const { t } = useTranslation('files')
  const { changeType, revert } = useChanges()
  const { _id: id, folderName: name, folderType: before } = folder
  const wanted = before === 'private' ? 'public' : 'private'
  const submit = async () => {
    await changeType(id, wanted)
    showToast({
      title: t(`typeChanged.${wanted}`, { name }),
      undo: () => void revert(name, () => changeType(id, before)),
    })
  }
  return (
    <FormDialog
      title={t(`turn.${wanted}.title`, { name })}
      submit={t(`turn.${wanted}.submit`)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-2 ps-4">
        <li>{t(`turn.${wanted}.who`)}</li>
        <li>{t(`turn.${wanted}.link`)}</li>
        <li>{t(`turn.${wanted}.store`)}</li>
      </ul>
    </FormDialog>
  )
}

interface TypeChoiceProps {
  value: FolderType
  onChange: (value: FolderType) => void
}

/** Choice between private and public, with the consequences of each. */
function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('files')
  return (
    <ChoiceCards
      label={t('who')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'private', icon: LockKeyhole, name: t('type.private'), text: t('typeMeans.private') },
        { value: 'public', icon: Globe, name: t('type.public'), text: t('typeMeans.public') },
      ]}
    />
  )
}
