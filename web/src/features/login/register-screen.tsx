import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { usePortalSettings } from '../../base/portal-settings.js'
import { askPortal } from '../../session/portal-api.js'
import { serviceLanguage } from '../../texts/languages.js'
import { useLanguage, useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { CheckMail } from './check-mail.jsx'
import { NewPassword } from './new-password.jsx'

/** Creates an account, then asks to confirm the address. */
export function RegisterScreen() {
  const { t } = useTranslation('login')
  const language = useLanguage()
  const settings = usePortalSettings()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const register = useMutation({
    mutationFn: () => askPortal('/auth/sign-up/email', { name, email, password, language: serviceLanguage(language) }),
  })
  const submit = () => {
    register.mutate()
  }
  if (register.isSuccess) {
    return <CheckMail email={email} onBack={() => register.reset()} />
  }
  const toLogin = (
    <p>
      {t('haveAccount')}{' '}
      <Link to="/login" className="link">
        {t('submit')}
      </Link>
    </p>
  )
  if (settings?.registration === 'closed') {
    return (
      <EntryCard title={t('registration.closedTitle')} text={t('closed')} below={toLogin}>
        <Link to="/login" className="link">
          {t('toLogin')}
        </Link>
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('registration.title')} text={t('registration.text')} below={toLogin}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        {register.error ? <ErrorNotice title={t('registration.failed')} error={register.error} /> : null}
        <Field label={t('name')} hint={t('nameHint')}>
          <Input autoComplete="name" required autoFocus maxLength={100} value={name} onValueChange={setName} />
        </Field>
        <Field label={t('email')}>
          <Input type="email" autoComplete="email" required value={email} onValueChange={setEmail} />
        </Field>
        <NewPassword label={t('password')} min={settings?.passwordMin ?? 10} value={password} onChange={setPassword} />
        <Button type="submit" look="primary" wide busy={register.isPending}>
          {t('registration.submit')}
        </Button>
      </Form>
    </EntryCard>
  )
}
