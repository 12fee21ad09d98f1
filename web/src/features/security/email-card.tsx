import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OwnAccount } from '../../base/account.js'
import { MailboxHint } from '../../base/mailbox-hint.jsx'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { Notice } from '../../ui/feedback/notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'

const request = (email: string) => client.post('/account/email', { body: { email } })
const reload = () => queryClient.invalidateQueries({ queryKey: ['account'] })

/** The address with which one logs in, and a change of it. */
export function EmailCard({ account: { email, newEmail } }: { account: OwnAccount }) {
  const { t } = useTranslation('security')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('email.title')} text={t('email.text')}>
      <p className="font-medium break-words">{email}</p>
      <div className="mt-4">
        {newEmail === null ? (
          <Button onClick={() => setOpen(true)}>{t('email.change')}</Button>
        ) : (
          <Waiting email={newEmail} />
        )}
      </div>
      {isOpen ? <NewAddress onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

/** The new address until its mailbox confirms it. */
function Waiting({ email }: { email: string }) {
  const { t } = useTranslation('security')
  const errorText = useErrorText()
  const again = useMutation({
    mutationFn: () => request(email),
    onSuccess: () => showToast({ title: t('email.sentAgain') }),
    onError: (error) => showToast({ title: t('email.failed'), text: errorText(error), tone: 'bad' }),
  })
  const cancel = useMutation({
    mutationFn: () => client.delete('/account/email'),
    onSuccess: async () => {
      await reload()
      showToast({ title: t('email.cancelled') })
    },
    onError: (error) => showToast({ title: t('email.cancelFailed'), text: errorText(error), tone: 'bad' }),
  })
  return (
    <>
      <Notice tone="waiting">
        <p className="font-medium break-words">{t('email.waiting', { email })}</p>
        <p>{t('email.waitingText')}</p>
      </Notice>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={again.isPending} onClick={() => again.mutate()}>
          {t('email.again')}
        </Button>
        <Button look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('email.cancel')}
        </Button>
      </div>
      <MailboxHint />
    </>
  )
}

/** Asks for the new address. The service asks who is at the keyboard. */
function NewAddress({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const [email, setEmail] = useState('')
  const form = useId()
  const ask = useMutation({
    mutationFn: () => request(email.trim()),
    onSuccess: async () => {
      await reload()
      onClose()
    },
  })
  const submit = () => {
    ask.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('email.ask')}
      description={t('email.explain')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={ask.isPending}>
            {t('email.submit')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {ask.error ? <ErrorNotice title={t('email.failed')} error={ask.error} /> : null}
        <Field label={t('email.new')}>
          <Input type="email" autoComplete="email" required autoFocus value={email} onValueChange={setEmail} />
        </Field>
      </Form>
    </Dialog>
  )
}
