import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PaneContent } from '../../ui/frame/pane-content.jsx'
import { paneFacts, panePart, SidePane } from '../../ui/frame/side-pane.jsx'
import { useListKeys } from '../../ui/keys/row-keys.js'
import { Time } from '../../ui/values/time.jsx'
import { StateBadge } from './badges.jsx'
import { DeliveryRow } from './delivery-row.jsx'
import { nameOf, recentQuery, type Webhook, webhookQuery } from './webhook.js'
import { WebhookActions } from './webhook-actions.jsx'

/** The open webhook beside the list. */
export function WebhookPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const query = useQuery(webhookQuery(id))
  return (
    <SidePane
      label={t('pane.webhook')}
      state={query.data ? <StateBadge webhook={query.data} /> : null}
      close={t('pane.close')}
      onClose={onClose}
    >
      <PaneContent query={query} missing={t('missing')} failed={t('failedOne')}>
        {(webhook) => <Content webhook={webhook} />}
      </PaneContent>
    </SidePane>
  )
}

function Content({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { id, enabled, disabledReason, redirectUrl, action, createdAt } = webhook
  return (
    <>
      <section className={panePart}>
        <h2 className="text-lg font-semibold break-words">{nameOf(webhook)}</h2>
        {enabled ? null : (
          <Notice tone={disabledReason === 'owner' ? 'plain' : 'waiting'}>
            {t(`off.${disabledReason ?? 'owner'}`)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <WebhookActions webhook={webhook} isSecond />
        </div>
        <Link to="/webhooks/$id" params={{ id }} className="link self-start">
          {t('pane.page')}
        </Link>
      </section>
      <dl className={paneFacts}>
        <dt className="text-soft">{t('facts.address')}</dt>
        <dd className="font-mono break-all">{redirectUrl}</dd>
        <dt className="text-soft">{t('facts.events')}</dt>
        <dd>{action.map((one) => t(`events.${one}.name`)).join(', ')}</dd>
        <dt className="text-soft">{t('facts.since')}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </dl>
      <Recent id={id} />
    </>
  )
}

/** The webhook's newest deliveries; its page has all. */
function Recent({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const { data, error, refetch } = useQuery(recentQuery(id))
  const rows = useListKeys<HTMLUListElement>()
  return (
    <section aria-labelledby="recent" className="@container border-t border-line">
      <h3 id="recent" className="px-4 pt-4 pb-1 font-semibold">
        {t('pane.recent')}
      </h3>
      {error && !data ? (
        <div className="p-4">
          <ErrorNotice title={t('log.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <div className="p-4">
          <SkeletonRows label={t('log.loading')} />
        </div>
      ) : data.deliveries.length === 0 ? (
        <p className="px-4 pb-4 text-soft">{t('recent.none')}</p>
      ) : (
        <ul ref={rows.ref} onKeyDown={rows.onKeyDown} className="divide-y divide-line">
          {data.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} inPane={{ isOpen: false }} />
          ))}
        </ul>
      )}
    </section>
  )
}
