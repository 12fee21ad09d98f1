import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { showToast } from '../../ui/toast.jsx'
import { type ApiClient, apiClientsQuery, pathOf } from './api-clients.js'
import { ConsequenceDialog } from './consequence-dialog.jsx'

/** Shuts a client out, for good. */
export function RevokeClient({ apiClient, onClose }: { apiClient: ApiClient; onClose: () => void }) {
  const { t } = useTranslation('start')
  const { name } = apiClient
  const revoke = useMutation({
    mutationFn: () => client.delete('/account/clients/{clientId}', pathOf(apiClient)),
    onSuccess: async () => {
      onClose()
      showToast({ title: t('revoke.done', { name }) })
      await queryClient.invalidateQueries({ queryKey: apiClientsQuery.queryKey })
    },
  })
  return (
    <ConsequenceDialog
      title={`${t('revoke.action')}: ${name}`}
      text={t('revoke.text')}
      action={t('revoke.submit')}
      onAction={() => revoke.mutate()}
      onClose={onClose}
      busy={revoke.isPending}
      failed={t('revoke.failed')}
      error={revoke.error}
    />
  )
}
