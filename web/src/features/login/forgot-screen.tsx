import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { MailboxHint } from '../../base/mailbox-hint.jsx'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'

/** Requests the mail for choosing a new password. */
export function ForgotScreen() {
  const { t } = useTranslation('login')
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => askPortal('/auth/request-password-reset', { email }) })
  const submit = () => {
    ask.mutate()
  }
  return (
    <EntryCard
      title={t('forgot.title')}
      text={t('forgot.text')}
      below={
        <Link to="/login" className="link">
          {t('toLogin')}
        </Link>
      }
    >
      {ask.isSuccess ? (
        <div role="status">
          <Notice tone="good">{t('forgot.sent', { email })}</Notice>
          <MailboxHint />
        </div>
      ) : (
        <Form onSubmit={submit} className="flex flex-col gap-4">
          {ask.error ? <ErrorNotice title={t('forgot.failed')} error={ask.error} /> : null}
          <Field label={t('email')}>
            <Input type="email" autoComplete="email" required autoFocus value={email} onValueChange={setEmail} />
          </Field>
          <Button type="submit" look="primary" wide busy={ask.isPending}>
            {t('forgot.submit')}
          </Button>
        </Form>
      )}
    </EntryCard>
  )
}
