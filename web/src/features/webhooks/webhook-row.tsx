import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Recent } from './recent.jsx'
import { StateBadge } from './state-badge.jsx'
import { nameOf, type Webhook } from './webhook.js'

/** A webhook in the list; all of it is the link. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  return (
    <li className="relative flex flex-col gap-x-8 gap-y-3 rounded-2xl border border-line bg-raised p-5 shadow-card hover:border-edge/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-wood sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-lg font-semibold break-words">
            <Link
              to="/webhooks/$id"
              params={{ id: webhook.id }}
              className="outline-none before:absolute before:inset-0 before:rounded-2xl"
            >
              {nameOf(webhook)}
            </Link>
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
