import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Textarea } from '../../../ui/field.jsx'
import type { FileItem } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FormDialog } from './form-dialog.jsx'

/** Says in words what a file is. */
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
