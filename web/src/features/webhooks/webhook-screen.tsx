import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { WithPane } from '../../ui/frame/side-pane.jsx'
import { useHasPane } from '../../ui/media.js'
import { zonedMoment } from '../../ui/values/dates.js'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { Time } from '../../ui/values/time.jsx'
import { StateBadge } from './badges.jsx'
import { DeliveryLog } from './delivery-log.jsx'
import { DeliveryPane } from './delivery-pane.jsx'
import { nameOf, type Webhook, webhookQuery } from './webhook.js'
import { WebhookActions } from './webhook-actions.jsx'

/** A webhook: its settings, actions and deliveries; with the open delivery beside them where there is room. */
export function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { id } = useParams({ from: '/member/webhooks/$id' })
  const { open } = useSearch({ from: '/member/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const hasPane = useHasPane()
  const webhook = useQuery(webhookQuery(id))
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
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
    <div data-wide="">
      <PageHeader
        title={nameOf(webhook.data)}
        text={<StateBadge webhook={webhook.data} />}
        above={above}
        actions={<WebhookActions webhook={webhook.data} />}
      />
      <WithPane
        pane={hasPane && open ? <DeliveryPane key={open} webhookId={id} deliveryId={open} onClose={close} /> : null}
      >
        <div className="flex flex-col gap-6">
          {webhook.data.enabled ? null : (
            <Notice tone={webhook.data.disabledReason === 'owner' ? 'plain' : 'waiting'}>
              {t(`off.${webhook.data.disabledReason ?? 'owner'}`)}
            </Notice>
          )}
          <WebhookFacts webhook={webhook.data} />
          <DeliveryLog webhookId={id} pane={hasPane ? { open } : undefined} />
        </div>
      </WithPane>
    </div>
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
