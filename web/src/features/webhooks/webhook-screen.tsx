import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { zonedMoment } from '../../ui/values/dates.js'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { Time } from '../../ui/values/time.jsx'
import { StateBadge } from './badges.jsx'
import { DeliveryLog } from './delivery-log.jsx'
import { keys, nameOf, type Webhook } from './webhook.js'
import { WebhookActions } from './webhook-actions.jsx'

/** A webhook: its settings, actions and deliveries. */
export function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { id } = useParams({ from: '/member/webhooks/$id' })
  const webhook = useQuery({
    queryKey: keys.one(id),
    queryFn: () => client.get('/v2/webhooks/{id}', { params: { path: { id } } }),
    // Failures may disable it meanwhile.
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
      <div className="flex flex-col gap-6">
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

/** Settings of a webhook. */
function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t, i18n } = useTranslation('webhooks')
  const { redirectUrl, action, previousSecretUntil, createdAt } = webhook
  return (
    <Card title={t('facts.title')}>
      <Facts>
        <Fact name={t('facts.address')} mono copy={{ text: redirectUrl, label: t('facts.copyAddress') }}>
          {redirectUrl}
        </Fact>
        <Fact name={t('facts.events')}>{action.map((one) => t(`events.${one}.name`)).join(', ')}</Fact>
        <Fact name={t('facts.secret')}>
          {previousSecretUntil === null
            ? t('facts.secretOne')
            : t('facts.secretTwo', { date: zonedMoment(i18n.language, previousSecretUntil) })}
        </Fact>
        <Fact name={t('facts.since')}>
          <Time at={createdAt} />
        </Fact>
      </Facts>
    </Card>
  )
}
