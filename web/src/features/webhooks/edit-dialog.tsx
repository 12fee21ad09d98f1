import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { keys, type Webhook } from './webhook.js'
import { WebhookForm, type WebhookInput } from './webhook-form.jsx'

interface WebhookDialogProps {
  webhook: Webhook
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits address, description and events. */
export function EditDialog({ webhook, open, onOpenChange }: WebhookDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const form = useId()
  const { id, redirectUrl, description, action } = webhook
  const save = useMutation({
    mutationFn: (body: WebhookInput) => client.patch('/v2/webhooks/{id}', { params: { path: { id } }, body }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(keys.one(id), changed)
      onOpenChange(false)
      showToast({ title: t('form.saved') })
      await queryClient.invalidateQueries({ queryKey: keys.list })
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('form.editTitle')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <WebhookForm
        id={form}
        initial={{ redirectUrl, description, action }}
        failed={t('form.notSaved')}
        error={save.error}
        onSubmit={save.mutate}
      />
    </Dialog>
  )
}
