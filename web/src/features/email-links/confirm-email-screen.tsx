import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { EntryCard } from '../../base/entry-card.jsx'
import { askPortal } from '../../session/portal-api.js'
import { refreshSession } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { words } from './words.js'

await words

/** Confirms the new address of an account; opened from the mail, in any browser. Scanners of mail open it, too, but press no button. */
export function ConfirmEmailScreen() {
  const { t } = useTranslation(['emailLinks', 'login'])
  const { token } = useSearch({ from: '/guest/confirm-email' })
  const confirm = useMutation({
    mutationFn: () => askPortal<{ data: { email: string } }>('/email/confirm', { token }),
    onSuccess: () => refreshSession(),
  })
  const portal = (
    <Link to="/" className={buttonLook({ look: 'primary', wide: true })}>
      {t('newEmail.open')}
    </Link>
  )
  if (confirm.data) {
    return (
      <EntryCard title={t('newEmail.doneTitle')} text={t('newEmail.done', { email: confirm.data.data.email })}>
        {portal}
      </EntryCard>
    )
  }
  if (confirm.error || token === undefined) {
    return (
      <EntryCard title={t('newEmail.title')}>
        {confirm.error ? (
          <ErrorNotice title={t('newEmail.failed')} error={confirm.error} />
        ) : (
          <Notice tone="waiting">{t('login:linkInvalid')}</Notice>
        )}
        <p className="my-6 text-soft">{t('newEmail.askAgain')}</p>
        {portal}
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('newEmail.title')} text={t('newEmail.text')}>
      <Button look="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('newEmail.submit')}
      </Button>
    </EntryCard>
  )
}
