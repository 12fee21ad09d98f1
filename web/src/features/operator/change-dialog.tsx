import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { change, type OpenedAccount } from './queries.js'

interface ChangeDialogProps {
  account: OpenedAccount
  to: 'disable' | 'enable'
  onClose: () => void
}

/** Says what disabling or enabling an account means, and asks for the reason. */
export function ChangeDialog({ account, to, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(['operator', 'common'])
  const form = useId()
  const [reason, setReason] = useState('')
  const { name } = account
  const run = useMutation({
    mutationFn: () => change(account, to, reason.trim()),
    onSuccess: () => {
      onClose()
      showToast({ title: t(`${to}.done`, { name }) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${t(`${to}.action`)}: ${name}`}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look={to === 'disable' ? 'danger' : 'primary'} type="submit" form={form} busy={run.isPending}>
            {t(`${to}.submit`)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => run.mutate()} className="flex flex-col gap-4">
        {run.error ? <ErrorNotice title={t(`${to}.failed`)} error={run.error} /> : null}
        <p>{t(`${to}.text`)}</p>
        <Field label={t('disable.reason')} hint={t('disable.hint')}>
          <Input required maxLength={500} value={reason} onValueChange={setReason} />
        </Field>
      </Form>
    </Dialog>
  )
}
