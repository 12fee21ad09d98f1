import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { usePortalSettings } from '../../base/portal-settings.js'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { NewPassword } from './new-password.jsx'

/** Sets a new password; opened from the mail. */
export function ResetScreen() {
  const { t } = useTranslation('login')
  const { token } = useSearch({ from: '/guest/reset-password' })
  const settings = usePortalSettings()
  const [newPassword, setNewPassword] = useState('')
  const reset = useMutation({ mutationFn: () => askPortal('/auth/reset-password', { newPassword, token }) })
  const submit = () => {
    reset.mutate()
  }
  if (reset.isSuccess) {
    return (
      <EntryCard title={t('reset.doneTitle')} text={t('reset.done')}>
        <Link to="/login" className={buttonLook({ look: 'primary', wide: true })}>
          {t('submit')}
        </Link>
      </EntryCard>
    )
  }
  if (token === undefined) {
    return (
      <EntryCard title={t('reset.title')}>
        <Notice tone="waiting">{t('linkInvalid')}</Notice>
        <Link to="/forgot-password" className={buttonLook({ look: 'primary', wide: true, className: 'mt-6' })}>
          {t('reset.askAgain')}
        </Link>
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('reset.title')} text={t('reset.text')}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        {reset.error ? <ErrorNotice title={t('reset.failed')} error={reset.error} /> : null}
        <NewPassword
          autoFocus
          label={t('reset.newPassword')}
          min={settings?.passwordMin ?? 10}
          value={newPassword}
          onChange={setNewPassword}
        />
        <Button type="submit" look="primary" wide busy={reset.isPending}>
          {t('reset.submit')}
        </Button>
      </Form>
    </EntryCard>
  )
}
