import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Notice } from '../../ui/notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { DeliveryLog } from './delivery-log.jsx'
import { StateBadge } from './state-badge.jsx'
import { keys, nameOf } from './webhook.js'
import { WebhookActions } from './webhook-actions.jsx'
import { WebhookFacts } from './webhook-facts.jsx'

/** One webhook: how it is set, what can be done with it, and what was delivered. */
export function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { id } = useParams({ from: '/member/webhooks/$id' })
  const webhook = useQuery({
    queryKey: keys.one(id),
    queryFn: () => client.get('/v2/webhooks/{id}', { params: { path: { id } } }),
    // It may be switched off by its failures while it is looked at.
    refetchInterval: 10_000,
  })
  const above = (
    <Link to="/webhooks" className="link">
      {t('title')}
    </Link>
  )
  if (!webhook.data) {
    return (
      <>
        <PageHeader title={t('title')} above={above} />
        {webhook.error ? (
          <ErrorNotice title={t('failedOne')} error={webhook.error} onRetry={webhook.refetch} />
        ) : (
          <SkeletonRows label={t('loading')} />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={nameOf(webhook.data)}
        text={<StateBadge webhook={webhook.data} />}
        above={above}
        actions={<WebhookActions webhook={webhook.data} />}
      />
      <div className="flex flex-col gap-8">
        {webhook.data.enabled ? null : (
          <Notice tone={webhook.data.disabledReason === 'owner' ? 'plain' : 'waiting'}>
            {t(`off.${webhook.data.disabledReason ?? 'owner'}`)}
          </Notice>
        )}
        <WebhookFacts webhook={webhook.data} />
        <DeliveryLog webhookId={id} />
      </div>
    </>
  )
}
