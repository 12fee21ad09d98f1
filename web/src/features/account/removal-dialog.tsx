import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../app/queries.js'
import { client } from '../../session/client.js'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Field, Input } from '../../ui/field.jsx'
import { Notice } from '../../ui/notice.jsx'

interface RemovalDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  hasPassword: boolean
}

/** Says what deleting means, and takes the password for it. */
export function RemovalDialog({ open, onOpenChange, hasPassword }: RemovalDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const [password, setPassword] = useState('')
  const form = useId()
  const remove = useMutation({
    mutationFn: () => client.delete('/account', { body: { password } }),
    onSuccess: async () => {
      onOpenChange(false)
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    },
    onSettled: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('removal.title')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          {hasPassword ? (
            <Button look="danger" type="submit" form={form} busy={remove.isPending}>
              {t('removal.submit')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>{t('removal.now')}</li>
          <li>{t('removal.later')}</li>
          <li>{t('removal.stays')}</li>
        </ul>
        <p className="font-medium">{t('removal.first')}</p>
        {remove.error ? <ErrorNotice title={t('removal.failed')} error={remove.error} /> : null}
        {hasPassword ? (
          <form id={form} onSubmit={submit}>
            <Field label={t('removal.password')}>
              <Input
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onValueChange={setPassword}
              />
            </Field>
          </form>
        ) : (
          <Notice>{t('removal.noPassword')}</Notice>
        )}
      </div>
    </Dialog>
  )
}
