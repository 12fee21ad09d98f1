import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import type { Credentials } from './api-clients.js'
import { SecretFacts } from './secret-facts.jsx'

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
