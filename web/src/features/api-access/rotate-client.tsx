import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { type ApiClient, pathOf } from './api-clients.js'
import { ConsequenceDialog } from './consequence-dialog.jsx'
import { SecretDialog } from './secret-dialog.jsx'

/** Gives a client a new secret key, and shows it. */
export function RotateClient({ apiClient, onClose }: { apiClient: ApiClient; onClose: () => void }) {
  const { t } = useTranslation('start')
  const rotate = useMutation({
    mutationFn: () => client.post('/account/clients/{clientId}/rotate', pathOf(apiClient)),
  })
  if (rotate.data) return <SecretDialog name={apiClient.name} credentials={rotate.data} onClose={onClose} />
  return (
    <ConsequenceDialog
      title={`${t('rotate.action')}: ${apiClient.name}`}
      text={t('rotate.text')}
      action={t('rotate.submit')}
      onAction={() => rotate.mutate()}
      onClose={onClose}
      busy={rotate.isPending}
      failed={t('rotate.failed')}
      error={rotate.error}
    />
  )
}
