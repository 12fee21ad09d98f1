import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.jsx'

/** Without a mail server, mails are read here. */
export function MailboxHint({ shown }: { shown: boolean }) {
  const { t } = useTranslation('login')
  if (!shown) return null
  return (
    <Notice icon={<Inbox aria-hidden="true" />} className="mt-6">
      {t('mailboxHint')}{' '}
      <Link to="/mailbox" className="link">
        {t('mailboxLink')}
      </Link>
    </Notice>
  )
}
