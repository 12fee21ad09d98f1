import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { zonedMoment } from '../../ui/values/dates.js'
import { SecretPanel } from './secret-panel.jsx'
import { keys, type Webhook } from './webhook.js'

interface RotateDialogProps {
  webhook: Webhook
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Rotates the signing secret, shows the new one once, and says how long the old one stays valid. */
export function RotateDialog({ webhook: { id }, open, onOpenChange }: RotateDialogProps) {
  const { t, i18n } = useTranslation(['webhooks', 'common'])
  const rotate = useMutation({
    mutationFn: () => client.post('/v2/webhooks/{id}/rotate', { params: { path: { id } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.one(id) }),
  })
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen)
    if (!isOpen) rotate.reset()
  }
  const fresh = rotate.data
  if (fresh === undefined) {
    return (
      <Dialog
        open={open}
        onOpenChange={change}
        title={t('actions.rotate')}
        description={t('actions.rotateText')}
        footer={
          <>
            <Button onClick={() => change(false)}>{t('common:cancel')}</Button>
            <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
              {t('actions.rotate')}
            </Button>
          </>
        }
      >
        {rotate.error ? <ErrorNotice title={t('actions.rotateFailed')} error={rotate.error} /> : null}
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="wide"
      title={t('secret.rotatedTitle')}
      description={t('secret.text')}
      footer={
        <Button look="primary" onClick={() => change(false)}>
          {t('secret.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {fresh.previousSecretUntil === null ? null : (
          <Notice>{t('secret.overlap', { date: zonedMoment(i18n.language, fresh.previousSecretUntil) })}</Notice>
        )}
        <SecretPanel secret={fresh.secret} />
      </div>
    </Dialog>
  )
}
