import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from '../texts/translation.js'
import { Notice } from '../ui/feedback/notice.jsx'
import { usePortalSettings } from './portal-settings.js'

/** Links to the portal's mailbox if the service has no mail server. */
export function MailboxHint() {
  const { t } = useTranslation('common')
  if (usePortalSettings()?.mailbox !== true) return null
  return (
    <Notice icon={<Inbox aria-hidden="true" />} className="mt-6">
      {t('mailboxHint')}{' '}
      <Link to="/mailbox" className="link">
        {t('mailboxLink')}
      </Link>
    </Notice>
  )
}
