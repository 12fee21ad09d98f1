import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Field, Input } from '../../ui/field.jsx'
import { type ApiClient, type Credentials, pathOf } from './api-clients.js'

interface RevealDialogProps {
  apiClient: Pick<ApiClient, 'clientId' | 'name'>
  onClose: () => void
  onRevealed: (credentials: Credentials) => void
}

/** Asks for the password again before a secret key is shown. */
export function RevealDialog({ apiClient, onClose, onRevealed }: RevealDialogProps) {
  const { t } = useTranslation(['start', 'common'])
  const [password, setPassword] = useState('')
  const form = useId()
  const reveal = useMutation({
    mutationFn: () => client.post('/account/clients/{clientId}/reveal', { ...pathOf(apiClient), body: { password } }),
    onSuccess: onRevealed,
    onError: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reveal.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('reveal.action')}
      description={t('reveal.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={reveal.isPending}>
            {t('reveal.action')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {reveal.error ? <ErrorNotice title={t('reveal.failed')} error={reveal.error} /> : null}
        <Field label={t('reveal.password')} hint={t('access.passwordHint')}>
          <Input
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onValueChange={setPassword}
          />
        </Field>
      </form>
    </Dialog>
  )
}
