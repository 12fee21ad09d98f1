import { ServiceError } from '@tallystick/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PublicFrame } from '../../base/public-frame.jsx'
import { readPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { MessageDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Time } from '../../ui/values/time.jsx'

/** Mails of a service without a mail server, for trying out. */
export function MailboxScreen() {
  const { t } = useTranslation('mailbox')
  const [token, setToken] = useState('')
  const mails = useQuery({
    queryKey: ['mailbox', token],
    queryFn: () => readPortal('/mailbox', token === '' ? {} : { authorization: `Bearer ${token}` }),
    refetchInterval: ({ state }) => (state.error === null ? 3_000 : false),
    retry: false,
  })
  const refusal = mails.error instanceof ServiceError ? mails.error : null
  const isOff = refusal?.status === 404
  const isLocked = refusal?.code === 'mailbox_locked'
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
        actions={isLocked || isOff ? null : <Button onClick={() => mails.refetch()}>{t('refresh')}</Button>}
      />
      {mails.isPending ? <SkeletonRows label={t('loading')} /> : null}
      {isOff ? <EmptyState drawing={<MessageDrawing />} title={t('offTitle')} text={t('offText')} /> : null}
      {isLocked ? <Locked isWrong={token !== ''} onToken={setToken} /> : null}
      {mails.error && !isOff && !isLocked ? (
        <ErrorNotice title={t('failed')} error={mails.error} onRetry={() => mails.refetch()} />
      ) : null}
      {mails.data?.length === 0 ? (
        <EmptyState drawing={<MessageDrawing />} title={t('emptyTitle')} text={t('emptyText')} />
      ) : null}
      <ul className="flex flex-col gap-4">
        {mails.data?.map((mail, at) => (
          <li key={mail.id}>
            <Card
              title={mail.subject}
              text={<span className="wrap-anywhere">{t('to', { to: mail.to })}</span>}
              actions={<Time at={mail.createdAt} withSeconds />}
            >
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{mail.text}</p>
              {mail.link ? (
                <a
                  href={mail.link}
                  className={buttonLook({ look: at === 0 ? 'primary' : 'secondary', className: 'mt-4' })}
                >
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

/** Asks for the operator's token. */
function Locked({ isWrong, onToken }: { isWrong: boolean; onToken: (token: string) => void }) {
  const { t } = useTranslation('mailbox')
  const [typed, setTyped] = useState('')
  const submit = () => {
    onToken(typed.trim())
  }
  return (
    <Card title={t('lockedTitle')} text={t('lockedText')}>
      <Form onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <Field label={t('token')} error={isWrong ? t('tokenWrong') : null}>
          <Input type="password" autoComplete="off" required autoFocus value={typed} onValueChange={setTyped} />
        </Field>
        <Button type="submit" look="primary" className="self-start">
          {t('unlock')}
        </Button>
      </Form>
    </Card>
  )
}
