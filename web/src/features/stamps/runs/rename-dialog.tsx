import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { type KeptRun, renameRun } from '../kept.js'

/** Names a run. */
export function RenameDialog({ run, onClose }: { run: Pick<KeptRun, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation(['runs', 'common'])
  const [name, setName] = useState(run.name)
  const rename = useMutation({
    mutationFn: () => renameRun(run.id, name.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['stamps'] })
      onClose()
    },
  })
  const submit = () => {
    rename.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('rename.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form="rename-run" look="primary" busy={rename.isPending} disabled={name.trim() === ''}>
            {t('rename.save')}
          </Button>
        </>
      }
    >
      <Form id="rename-run" onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('rename.label')}>
          <Input value={name} onValueChange={setName} maxLength={255} autoFocus autoComplete="off" />
        </Field>
        {rename.error ? <ErrorNotice title={t('rename.failed')} error={rename.error} /> : null}
      </Form>
    </Dialog>
  )
}
