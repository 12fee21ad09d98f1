import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick'
import { PublicFrame } from '../../base/public-frame.jsx'
import { readPortal } from '../../session/portal-api.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Time } from '../../ui/values/time.jsx'

/** Mails of a service without a mail server, for trying out. */
export function MailboxScreen() {
  const { t } = useTranslation('mailbox')
  const mails = useQuery({
    queryKey: ['mailbox'],
    queryFn: () => readPortal('/mailbox'),
    refetchInterval: 3_000,
  })
  const isOff = mails.error instanceof ServiceError && mails.error.status === 404
  return (
    <PublicFrame>
      <PageHeader
        title={t('title')}
        text={t('text')}
        above={
          <Link to="/login" className="link">
            {t('toLogin')}
          </Link>
        }
        actions={<Button onClick={() => mails.refetch()}>{t('refresh')}</Button>}
      />
      {mails.isPending ? <SkeletonRows label={t('loading')} /> : null}
      {isOff ? <EmptyState title={t('offTitle')} text={t('offText')} /> : null}
      {mails.error && !isOff ? (
        <ErrorNotice title={t('failed')} error={mails.error} onRetry={() => mails.refetch()} />
      ) : null}
      {mails.data?.length === 0 ? <EmptyState title={t('emptyTitle')} text={t('emptyText')} /> : null}
      <ul className="flex flex-col gap-4">
        {mails.data?.map((mail) => (
          <li key={mail.id}>
            <Card
              title={mail.subject}
              text={<span className="wrap-anywhere">{t('to', { to: mail.to })}</span>}
              actions={<Time at={mail.createdAt} withSeconds />}
            >
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{mail.text}</p>
              {mail.link ? (
                <a href={mail.link} className={buttonLook({ look: 'primary', className: 'mt-4' })}>
                  {t('open')}
                </a>
              ) : null}
            </Card>
          </li>
        ))}
      </ul>
    </PublicFrame>
  )
}
