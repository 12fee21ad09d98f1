import { useMutation } from '@tanstack/react-query'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { PasswordDialog } from '../../ui/forms/password-dialog.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { type ApiClient, type Credentials, pathOf } from './api-clients.js'

interface RevealDialogProps {
  apiClient: Pick<ApiClient, 'clientId' | 'name'>
  onClose: () => void
  onRevealed: (credentials: Credentials) => void
}

/** Asks for the password, then reveals a secret key. */
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

/** Shows a secret key. */
export function SecretDialog({
  name,
  credentials,
  onClose,
}: {
  name: string
  credentials: Credentials
  onClose: () => void
}) {
  const { t } = useTranslation('start')
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title={t('reveal.title', { name })}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('access.done')}
        </Button>
      }
    >
      <SecretFacts {...credentials} />
    </Dialog>
  )
}

/** Client ID and secret key, each with a copy button. */
function SecretFacts({ clientId, secretKey }: Credentials) {
  const { t } = useTranslation('start')
  return (
    <>
      <Facts>
        <Fact name={t('access.id')} mono copy={{ text: clientId, label: t('access.copyId') }}>
          {clientId}
        </Fact>
        <Fact name={t('access.secret')} mono copy={{ text: secretKey, label: t('access.copySecret') }}>
          {secretKey}
        </Fact>
      </Facts>
      <p className="mt-3 text-sm text-soft">{t('reveal.keep')}</p>
    </>
  )
}
