import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { apiClientsQuery } from './api-clients.js'
import { NameDialog } from './name-dialog.jsx'
import { SecretDialog } from './secret-dialog.jsx'

/** Makes a client, and shows its secret key. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('start')
  const create = useMutation({
    mutationFn: (name: string) => client.post('/account/clients', { body: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiClientsQuery.queryKey }),
  })
  if (create.data) return <SecretDialog name={create.data.name} credentials={create.data} onClose={onClose} />
  return (
    <NameDialog
      title={t('access.new')}
      text={t('create.text')}
      action={t('create.submit')}
      name=""
      onName={(name) => create.mutate(name)}
      onClose={onClose}
      busy={create.isPending}
      failed={t('create.failed')}
      error={create.error}
    />
  )
}
