import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { showToast } from '../../ui/toast.jsx'
import { type ApiClient, apiClientsQuery, pathOf } from './api-clients.js'
import { NameDialog } from './name-dialog.jsx'

/** Gives a client another name; the old one can be had back. */
export function RenameClient({ apiClient, onClose }: { apiClient: ApiClient; onClose: () => void }) {
  const { t } = useTranslation('start')
  const rename = async (name: string) => {
    await client.patch('/account/clients/{clientId}', { ...pathOf(apiClient), body: { name } })
    await queryClient.invalidateQueries({ queryKey: apiClientsQuery.queryKey })
  }
  const change = useMutation({
    mutationFn: rename,
    onSuccess: (_, name) => {
      const undo = () => {
        rename(apiClient.name).catch(() => showToast({ title: t('rename.failed'), tone: 'bad' }))
      }
      showToast({ title: t('rename.done', { name }), undo })
      onClose()
    },
  })
  return (
    <NameDialog
      title={t('rename.action')}
      action={t('rename.action')}
      name={apiClient.name}
      onName={(name) => change.mutate(name)}
      onClose={onClose}
      busy={change.isPending}
      failed={t('rename.failed')}
      error={change.error}
    />
  )
}
