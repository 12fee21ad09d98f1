import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { askPortal } from '../../session/portal-api.js'
import { endSession, refreshSession } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { BackupCodes, SetUpTotp, type TotpSecret } from './totp-dialogs.jsx'

/** The only page behind a login without an authenticator app, where the service requires one: sets it up. */
export function RequiredScreen() {
  const { t } = useTranslation(['security', 'common'])
  const { next = '/' } = useSearch({ from: '/guest/second-factor' })
  const router = useRouter()
  const [password, setPassword] = useState('')
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = useMutation({
    mutationFn: () => askPortal<TotpSecret>('/auth/two-factor/enable', { password }),
    onSuccess: (given) => {
      setPassword('')
      setSecret(given)
    },
  })
  const leave = useMutation({ mutationFn: endSession, onSuccess: () => router.navigate({ to: '/login' }) })
  const submit = () => {
    begin.mutate()
  }
  const confirmed = () => {
    setCodes(secret?.backupCodes ?? null)
    setSecret(null)
  }
  const enter = async () => {
    await refreshSession()
    await router.navigate({ href: next })
  }
  return (
    <EntryCard
      title={t('required.title')}
      text={t('required.text')}
      below={
        <button type="button" className="link" onClick={() => leave.mutate()}>
          {t('common:logOut')}
        </button>
      }
    >
      <Form onSubmit={submit} className="flex flex-col gap-4">
        {(begin.error ?? leave.error) ? <ErrorNotice title={t('notDone')} error={begin.error ?? leave.error} /> : null}
        <Field label={t('common:password.label')} hint={t('required.password')}>
          <Input
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onValueChange={setPassword}
          />
        </Field>
        <Button type="submit" look="primary" wide busy={begin.isPending}>
          {t('goOn')}
        </Button>
      </Form>
      {secret ? <SetUpTotp secret={secret} onDone={confirmed} onCancel={() => setSecret(null)} /> : null}
      {codes ? <BackupCodes codes={codes} onClose={enter} /> : null}
    </EntryCard>
  )
}
