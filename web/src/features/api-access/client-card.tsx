import { Link } from '@tanstack/react-router'
import { Ban, Ellipsis, Eye, KeyRound, Pencil, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { Menu, MenuItem, MenuLine } from '../../ui/frame/menu.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import { RelativeTime, Time } from '../../ui/values/time.jsx'
import type { ApiClient, Credentials } from './api-clients.js'
import { RevokeClient, RotateClient } from './confirm-dialogs.jsx'
import { RenameClient } from './name-dialogs.jsx'
import { RevealDialog, SecretDialog } from './secret-dialogs.jsx'

type Action = 'reveal' | 'rename' | 'rotate' | 'revoke'

/** One client and its actions. */
export function ClientCard({ apiClient }: { apiClient: ApiClient }) {
  const { t } = useTranslation(['start', 'requestLog'])
  const [action, setAction] = useState<Action | null>(null)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const { clientId, name, createdAt, lastUsedAt } = apiClient
  const close = () => setAction(null)
  return (
    <li className="rounded-2xl border border-line bg-raised p-4 shadow-card">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 font-semibold break-words">{name}</h2>
        <div className="flex items-center gap-1">
          <Link
            to="/api-access/$clientId"
            params={{ clientId }}
            aria-label={t('requestLog:of', { name })}
            className={buttonLook({ look: 'quiet', size: 'small' })}
          >
            <Rows3 aria-hidden="true" />
            {t('requestLog:title')}
          </Link>
          <Menu
            trigger={
              <Button look="quiet" size="icon-small" aria-label={t('access.actions', { name })}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => setAction('reveal')}>
              {t('reveal.action')}
            </MenuItem>
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setAction('rename')}>
              {t('rename.action')}
            </MenuItem>
            <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={() => setAction('rotate')}>
              {t('rotate.action')}
            </MenuItem>
            <MenuLine />
            <MenuItem danger icon={<Ban aria-hidden="true" />} onSelect={() => setAction('revoke')}>
              {t('revoke.action')}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 font-mono text-sm break-all">{clientId}</span>
          <CopyButton text={clientId} label={t('access.copyId')} />
        </span>
        <dl className="flex flex-wrap gap-x-6 text-sm text-soft">
          <div className="flex gap-1.5">
            <dt>{t('access.used')}</dt>
            <dd className="text-ink">{lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('access.never')}</dd>
          </div>
          <div className="flex gap-1.5">
            <dt>{t('access.created')}</dt>
            <dd className="text-ink">
              <Time at={createdAt} />
            </dd>
          </div>
        </dl>
      </div>
      {action === 'reveal' ? (
        <RevealDialog
          apiClient={apiClient}
          onClose={close}
          onRevealed={(revealed) => {
            setCredentials(revealed)
            close()
          }}
        />
      ) : null}
      {action === 'rename' ? <RenameClient apiClient={apiClient} onClose={close} /> : null}
      {action === 'rotate' ? <RotateClient apiClient={apiClient} onClose={close} /> : null}
      {action === 'revoke' ? <RevokeClient apiClient={apiClient} onClose={close} /> : null}
      {credentials ? <SecretDialog name={name} credentials={credentials} onClose={() => setCredentials(null)} /> : null}
    </li>
  )
}
