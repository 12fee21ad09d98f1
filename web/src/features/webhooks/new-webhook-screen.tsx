import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { SecretPanel } from './secret-panel.jsx'
import { keys } from './webhook.js'
import { WebhookForm, type WebhookInput } from './webhook-form.jsx'

/** Adds a webhook, then shows its secret once. */
export function NewWebhookScreen() {
  const { t } = useTranslation(['webhooks', 'common'])
  const navigate = useNavigate()
  const form = useId()
  const create = useMutation({
    mutationFn: (body: WebhookInput) => client.post('/v2/webhooks', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.list }),
  })
  const above = (
    <Link to="/webhooks" className="link">
      {t('title')}
    </Link>
  )
  if (create.data) {
    const { id, secret } = create.data
    return (
      <>
        <PageHeader title={t('secret.title')} text={t('secret.text')} above={above} />
        <Card className="max-w-3xl">
          <SecretPanel secret={secret} />
          <Button
            look="primary"
            className="mt-6"
            onClick={() => navigate({ to: '/webhooks/$id', params: { id }, replace: true })}
          >
            {t('secret.done')}
          </Button>
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('form.newTitle')} text={t('form.newText')} above={above} />
      <Card className="max-w-3xl">
        <WebhookForm
          id={form}
          initial={{ redirectUrl: '', description: '', action: ['hash.succeed', 'hash.failed'] }}
          failed={t('form.notCreated')}
          error={create.error}
          onSubmit={create.mutate}
        />
        <div className="mt-6 flex flex-wrap gap-2">
          <Button look="primary" type="submit" form={form} busy={create.isPending}>
            {t('form.create')}
          </Button>
          <Link to="/webhooks" className={buttonLook({ look: 'quiet' })}>
            {t('common:cancel')}
          </Link>
        </div>
      </Card>
    </>
  )
}
