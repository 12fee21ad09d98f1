import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { buttonLook } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { MessageDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { WithPane } from '../../ui/frame/side-pane.jsx'
import { useListKeys } from '../../ui/keys/row-keys.js'
import { useHasPane } from '../../ui/media.js'
import { StateBadge } from './badges.jsx'
import { useHiddenWebhooks } from './removal.js'
import { type Delivery, nameOf, recentQuery, type Webhook, webhookListQuery } from './webhook.js'
import { WebhookPane } from './webhook-pane.jsx'

/** All webhooks and their recent deliveries, twenty webhooks at most; with the open one beside them where there is room. */
export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const list = useQuery(webhookListQuery)
  const leaving = useHiddenWebhooks()
  const rows = useListKeys<HTMLUListElement>()
  const { open } = useSearch({ from: '/member/webhooks' })
  const navigate = useNavigate({ from: '/webhooks' })
  const hasPane = useHasPane()
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
  const shown = list.data?.webhooks.filter(({ id }) => !leaving.has(id))
  const add = (
    <Link to="/webhooks/new" className={buttonLook({ look: 'primary' })}>
      <Plus aria-hidden="true" />
      {t('add')}
    </Link>
  )
  return (
    <div data-wide="">
      <PageHeader title={t('title')} text={t('text')} actions={shown?.length ? add : undefined} />
      {list.isPending ? <SkeletonRows label={t('loading')} /> : null}
      {list.error ? <ErrorNotice title={t('failed')} error={list.error} onRetry={list.refetch} /> : null}
      {shown?.length === 0 ? (
        <EmptyState drawing={<MessageDrawing />} title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : null}
      {shown?.length ? (
        <WithPane pane={hasPane && open ? <WebhookPane key={open} id={open} onClose={close} /> : null}>
          <ul ref={rows.ref} onKeyDown={rows.onKeyDown} className="flex flex-col gap-3">
            {shown.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                inPane={hasPane ? { isOpen: webhook.id === open } : undefined}
              />
            ))}
          </ul>
        </WithPane>
      ) : null}
    </div>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  /** Its name opens it beside the list, not on its page. Whether it is open there. */
  inPane: { isOpen: boolean } | undefined
}

/** A webhook in the list. The whole row is its link. */
function WebhookRow({ webhook, inPane }: WebhookRowProps) {
  const { t } = useTranslation('webhooks')
  const { id } = webhook
  const link = {
    'data-row-link': '',
    className: 'outline-none before:absolute before:inset-0 before:rounded-2xl',
  }
  return (
    <li
      className={cn(
        'relative flex flex-col gap-x-6 gap-y-3 rounded-2xl border border-line bg-raised p-4 shadow-card hover:border-edge/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-wood sm:flex-row sm:items-center',
        inPane?.isOpen && 'border-wood hover:border-wood',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-lg font-semibold break-words">
            {inPane ? (
              <Link
                to="/webhooks"
                search={{ open: id }}
                replace
                resetScroll={false}
                aria-current={inPane.isOpen ? 'true' : undefined}
                {...link}
              >
                {nameOf(webhook)}
              </Link>
            ) : (
              <Link to="/webhooks/$id" params={{ id }} {...link}>
                {nameOf(webhook)}
              </Link>
            )}
          </h2>
          <StateBadge webhook={webhook} />
        </div>
        <p className="mt-1 truncate font-mono text-sm text-soft" title={webhook.redirectUrl}>
          {webhook.redirectUrl}
        </p>
        <p className="mt-1 text-sm text-soft">
          {webhook.action.map((action) => t(`events.${action}.name`)).join(' · ')}
        </p>
      </div>
      <Recent webhookId={webhook.id} />
    </li>
  )
}

const looks: Record<Delivery['state'], string> = {
  delivered: 'h-6 bg-moss',
  waiting: 'h-3 bg-amber',
  failed: 'h-6 bg-seal',
  cancelled: 'h-3 bg-edge/60',
}

/** Recent deliveries: a bar for each, the newest on the right, and a summary in words. */
function Recent({ webhookId: id }: { webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const recent = useQuery(recentQuery(id))
  const deliveries = recent.data?.deliveries
  if (deliveries === undefined) return <div className="h-12 sm:w-52" />
  const done = deliveries.filter(({ state }) => state === 'delivered' || state === 'failed')
  const delivered = done.filter(({ state }) => state === 'delivered').length
  const troubled = deliveries.filter(({ state, attempts }) => state === 'waiting' && attempts > 0).length
  const words =
    done.length === 0
      ? troubled === 0
        ? t('recent.none')
        : null
      : delivered === done.length
        ? t('recent.all', { count: delivered })
        : t('recent.some', { delivered, count: done.length })
  return (
    <div className="sm:w-52">
      <div aria-hidden="true" className="flex h-6 items-end gap-1 border-b border-line">
        {deliveries.toReversed().map(({ id, state, attempts }) => (
          <span
            key={id}
            className={cn('w-1.5 rounded-t-sm', looks[state], state === 'waiting' && attempts > 0 && 'h-6')}
          />
        ))}
      </div>
      {words === null ? null : <p className="mt-1.5 text-sm text-soft">{words}</p>}
      {troubled === 0 ? null : (
        <p className="mt-1.5 text-sm font-medium text-amber">{t('recent.again', { count: troubled })}</p>
      )}
    </div>
  )
}
