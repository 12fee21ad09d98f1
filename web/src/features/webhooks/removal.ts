import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../ui/error-text.js'
import { showToast } from '../../ui/toast.jsx'
import { comeBack, deleteNow, leave } from './leaving.js'
import { nameOf, type Webhook } from './webhook.js'

/** Deletes a webhook, and offers to take that back for as long as the message is shown. */
export function useRemoval(webhook: Webhook): () => void {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { id } = webhook
  return () => {
    leave(id)
    void navigate({ to: '/webhooks' })
    showToast({
      title: t('actions.removed'),
      text: t('actions.removedText', { name: nameOf(webhook) }),
      undo: () => comeBack(id),
      onClose: () => {
        deleteNow(id).catch((error: unknown) => {
          showToast({ title: t('actions.notRemoved'), text: errorText(error), tone: 'bad' })
        })
      },
    })
  }
}
