import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { type ApiClient, apiClientsQuery, pathOf } from './api-clients.js'
import { SecretDialog } from './secret-dialogs.jsx'

/** Revokes a client permanently. */
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

/** Rotates a client's secret key and shows the new one. */
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

interface ConsequenceDialogProps {
  title: string
  /** The consequences, in plain words. */
  text: string
  action: string
  onAction: () => void
  onClose: () => void
  busy: boolean
  failed: string
  error: unknown
}

/** Explains the consequences of an action that cannot be undone, then asks for confirmation. */
export function ConsequenceDialog({
  title,
  text,
  action,
  onAction,
  onClose,
  busy,
  failed,
  error,
}: ConsequenceDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" busy={busy} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error ? <ErrorNotice title={failed} error={error} /> : null}
        <p>{text}</p>
      </div>
    </Dialog>
  )
}
