import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EntryCard } from '../../base/entry-card.jsx'
import { MailboxHint } from '../../base/mailbox-hint.jsx'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'

/** Asks to open the link in the confirmation mail. */
export function CheckMail({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('login')
  const errorText = useErrorText()
  const again = useMutation({
    mutationFn: () => askPortal('/auth/send-verification-email', { email }),
    onSuccess: () => showToast({ title: t('mail.sentAgain') }),
    onError: (error) => showToast({ title: t('mail.notSent'), text: errorText(error), tone: 'bad' }),
  })
  return (
    <EntryCard
      title={t('mail.title')}
      text={t('mail.text', { email })}
      below={
        <Link to="/login" className="link">
          {t('toLogin')}
        </Link>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button busy={again.isPending} onClick={() => again.mutate()}>
          {t('mail.again')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('mail.otherAddress')}
        </Button>
      </div>
      <MailboxHint />
    </EntryCard>
  )
}
