import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { EntryCard } from '../../base/entry-card.jsx'
import { askPortal } from '../../session/portal-api.js'
import { refreshSession } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'

/** Confirms an e-mail address; opened from the mail. Nothing happens before the button: scanners of mail open every link. */
export function ConfirmScreen() {
  const { t } = useTranslation('login')
  const { token = '' } = useSearch({ from: '/guest/confirm' })
  const router = useRouter()
  const confirm = useMutation({
    mutationFn: () => askPortal<{ data: { isLoggedIn: boolean } }>('/auth/verify-email', { token }),
    async onSuccess({ data }) {
      if (data.isLoggedIn && (await refreshSession()).status !== 'out') await router.navigate({ href: '/' })
    },
  })
  if (confirm.data?.data.isLoggedIn === false) {
    return (
      <EntryCard title={t('confirm.doneTitle')} text={t('confirm.done')}>
        <ToLogin />
      </EntryCard>
    )
  }
  if (confirm.error) {
    return (
      <EntryCard title={t('confirm.title')}>
        <ErrorNotice title={t('confirm.failed')} error={confirm.error} />
        <p className="my-6 text-soft">{t('confirm.askAgain')}</p>
        <ToLogin />
      </EntryCard>
    )
  }
  return (
    <EntryCard title={t('confirm.title')} text={t('confirm.text')}>
      <Button look="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('confirm.submit')}
      </Button>
    </EntryCard>
  )
}

function ToLogin() {
  const { t } = useTranslation('login')
  return (
    <Link to="/login" className={buttonLook({ look: 'primary', wide: true })}>
      {t('submit')}
    </Link>
  )
}
