import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { PasswordDialog } from '../../ui/password-dialog.jsx'
import { type ApiClient, type Credentials, pathOf } from './api-clients.js'

interface RevealDialogProps {
  apiClient: Pick<ApiClient, 'clientId' | 'name'>
  onClose: () => void
  onRevealed: (credentials: Credentials) => void
}

/** Shows a secret key to who knows the password. */
export function RevealDialog({ apiClient, onClose, onRevealed }: RevealDialogProps) {
  const { t } = useTranslation('start')
  const reveal = useMutation({
    mutationFn: (password: string) =>
      client.post('/account/clients/{clientId}/reveal', { ...pathOf(apiClient), body: { password } }),
    onSuccess: onRevealed,
  })
  return (
    <PasswordDialog
      title={t('reveal.action')}
      action={t('reveal.action')}
      failed={t('reveal.failed')}
      error={reveal.error}
      busy={reveal.isPending}
      onPassword={reveal.mutate}
      onClose={onClose}
    />
  )
}
