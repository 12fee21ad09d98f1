import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { useLeaving } from './leaving.js'
import { keys } from './webhook.js'
import { WebhookRow } from './webhook-row.jsx'

/** All webhooks, and how each does. There are at most twenty. */
export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const list = useQuery({
    queryKey: keys.list,
    queryFn: () => client.get('/v2/webhooks', { params: { query: { limit: 100 } } }),
  })
  const leaving = useLeaving()
  const shown = list.data?.webhooks.filter(({ id }) => !leaving.has(id))
  const add = (
    <Link to="/webhooks/new" className={buttonLook({ look: 'primary' })}>
      <Plus aria-hidden="true" />
      {t('add')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={shown?.length ? add : undefined} />
      {list.isPending ? <SkeletonRows label={t('loading')} /> : null}
      {list.error ? <ErrorNotice title={t('failed')} error={list.error} onRetry={list.refetch} /> : null}
      {shown?.length === 0 ? <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} /> : null}
      {shown?.length ? (
        <ul className="flex flex-col gap-3">
          {shown.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      ) : null}
    </>
  )
}
