import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { KeyDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Time } from '../../ui/values/time.jsx'
import { type ApiClient, apiClientsQuery } from './api-clients.js'
import { ClientCard } from './client-card.jsx'
import { Commands } from './commands.jsx'
import { NewClient } from './name-dialogs.jsx'

/** Manages the API clients with which programs log in. */
export function AccessScreen() {
  const { t } = useTranslation(['start', 'endUsers', 'common'])
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch } = useQuery(apiClientsQuery)
  const usable = data?.filter(({ revokedAt }) => revokedAt === null) ?? []
  const revoked = data?.filter(({ revokedAt }) => revokedAt !== null) ?? []
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus aria-hidden="true" />
      {t('access.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('access.title')}
        text={t('access.text')}
        actions={
          <>
            <Link to="/api-access/users" className={buttonLook()}>
              <Users aria-hidden="true" />
              {t('endUsers:title')}
            </Link>
            {usable.length > 0 ? make : null}
          </>
        }
      />
      {error && !data ? (
        <ErrorNotice title={t('api.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          {usable.length === 0 ? (
            <EmptyState
              drawing={<KeyDrawing />}
              title={t('access.emptyTitle')}
              text={t('access.emptyText')}
              action={make}
            />
          ) : (
            <ul aria-label={t('access.clients')} className="flex flex-col gap-3">
              {usable.map((one) => (
                <ClientCard key={one.clientId} apiClient={one} />
              ))}
            </ul>
          )}
          {revoked.length > 0 ? <Revoked clients={revoked} /> : null}
          {usable[0] ? <TryIt newest={usable[0]} /> : null}
        </div>
      ) : (
        <SkeletonRows label={t('common:loading')} />
      )}
      {isMaking ? <NewClient onClose={() => setMaking(false)} /> : null}
    </>
  )
}

function TryIt({ newest }: { newest: ApiClient }) {
  const { t } = useTranslation('start')
  const [before, after] = t('access.reference', { link: '\n' }).split('\n')
  return (
    <Card title={t('access.commands')} text={t('access.commandsText')}>
      <Commands apiClient={newest} />
      <p className="mt-4 text-soft">
        {before}
        <a href="/docs" className="link">
          {t('access.referenceLink')}
        </a>
        {after}
      </p>
    </Card>
  )
}

function Revoked({ clients }: { clients: readonly ApiClient[] }) {
  const { t } = useTranslation(['start', 'requestLog'])
  return (
    <Disclosure title={t('access.revoked', { count: clients.length })}>
      <ul className="divide-y divide-line">
        {clients.map(({ clientId, name, revokedAt }) => (
          <li key={clientId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="min-w-0 break-words">
              <Link
                to="/api-access/$clientId"
                params={{ clientId }}
                aria-label={t('requestLog:of', { name })}
                className="link"
              >
                {name}
              </Link>{' '}
              <span className="font-mono text-sm text-soft">{clientId}</span>
            </span>
            <span className="text-sm text-soft">
              {t('access.revokedAt')} {revokedAt ? <Time at={revokedAt} /> : null}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
