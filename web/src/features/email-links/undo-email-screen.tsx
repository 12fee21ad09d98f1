import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { EntryCard } from '../../base/entry-card.jsx'
import { MailboxHint } from '../../base/mailbox-hint.jsx'
import { askPortal } from '../../session/portal-api.js'
import { refreshSession } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { words } from './words.js'

await words

/** Undoes a change of address; opened from the mail to the old one. Scanners of mail open it, too, but press no button. */
export function UndoEmailScreen() {
  const { t } = useTranslation(['emailLinks', 'login'])
  const { token } = useSearch({ from: '/guest/undo-email' })
  const undo = useMutation({
    mutationFn: () => askPortal<{ data: { email: string } }>('/email/undo', { token }),
    onSuccess: () => refreshSession(),
  })
  if (undo.data) return <Restored email={undo.data.data.email} />
  if (undo.error || token === undefined) {
    return (
      <EntryCard title={t('oldEmail.title')}>
        {undo.error ? (
          <ErrorNotice title={t('oldEmail.failed')} error={undo.error} />
        ) : (
          <Notice tone="waiting">{t('login:linkInvalid')}</Notice>
        )}
        <p className="mt-6 text-soft">{t('oldEmail.late')}</p>
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('oldEmail.title')} text={t('oldEmail.text')}>
      <Button look="primary" wide busy={undo.isPending} onClick={() => undo.mutate()}>
        {t('oldEmail.submit')}
      </Button>
    </EntryCard>
  )
}

/** Sends the link for a new password to the address that the account has again. */
function Restored({ email }: { email: string }) {
  const { t } = useTranslation(['emailLinks', 'login'])
  const ask = useMutation({ mutationFn: () => askPortal('/auth/request-password-reset', { email }) })
  return (
    <EntryCard title={t('oldEmail.doneTitle')} text={ask.isSuccess ? undefined : t('oldEmail.done', { email })}>
      {ask.isSuccess ? (
        <div role="status">
          <Notice tone="good">{t('oldEmail.sent', { email })}</Notice>
          <MailboxHint />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {ask.error ? <ErrorNotice title={t('login:forgot.failed')} error={ask.error} /> : null}
          <Button look="primary" wide busy={ask.isPending} onClick={() => ask.mutate()}>
            {t('login:forgot.submit')}
          </Button>
        </div>
      )}
    </EntryCard>
  )
}
