import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Menu, MenuItem, MenuLine } from '../../ui/frame/menu.jsx'
import { useHasPane } from '../../ui/media.js'
import { EditDialog } from './edit-dialog.jsx'
import { RecoverDialog } from './recover-dialog.jsx'
import { useRemoval } from './removal.js'
import { RotateDialog } from './rotate-dialog.jsx'
import { keys, type Webhook } from './webhook.js'

interface WebhookActionsProps {
  webhook: Webhook
  /** Whether something else comes first on the page. */
  isSecond?: boolean
}

/** Actions of a webhook: the test first, the rest in a menu. */
export function WebhookActions({ webhook, isSecond = false }: WebhookActionsProps) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'recover' | null>(null)
  const flip = useSwitch(webhook.id)
  const remove = useRemoval(webhook)
  const { id, enabled } = webhook
  const hasPane = useHasPane()
  const look = isSecond ? 'secondary' : 'primary'
  const test = useMutation({
    mutationFn: () => client.post('/v2/webhooks/{id}/test', { params: { path: { id } } }),
    onSuccess: async (delivery) => {
      await queryClient.invalidateQueries({ queryKey: keys.one(id) })
      const deliveryId = delivery.id
      await (hasPane
        ? navigate({ to: '/webhooks/$id', params: { id }, search: { open: deliveryId }, resetScroll: false })
        : navigate({ to: '/webhooks/$id/deliveries/$deliveryId', params: { id, deliveryId } }))
    },
    onError: (error) => showToast({ title: t('actions.testFailed'), text: errorText(error), tone: 'bad' }),
  })
  const props = (name: NonNullable<typeof dialog>) => ({
    webhook,
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? name : null),
  })
  return (
    <>
      {enabled ? (
        <Button look={look} busy={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden="true" />
          {t('actions.test')}
        </Button>
      ) : (
        <Button look={look} busy={flip.isPending} onClick={() => flip.mutate(true)}>
          <Power aria-hidden="true" />
          {t('actions.enable')}
        </Button>
      )}
      <Menu
        trigger={
          <Button size="icon" aria-label={t('actions.more')} title={t('actions.more')}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setDialog('edit')}>
          {t('actions.edit')}
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={() => setDialog('rotate')}>
          {t('actions.rotate')}
        </MenuItem>
        {enabled ? (
          <>
            <MenuItem icon={<RotateCcw aria-hidden="true" />} onSelect={() => setDialog('recover')}>
              {t('actions.recover')}
            </MenuItem>
            <MenuItem icon={<Power aria-hidden="true" />} onSelect={() => flip.mutate(false)}>
              {t('actions.disable')}
            </MenuItem>
          </>
        ) : null}
        <MenuLine />
        <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={remove}>
          {t('actions.remove')}
        </MenuItem>
      </Menu>
      <EditDialog {...props('edit')} />
      <RotateDialog {...props('rotate')} />
      <RecoverDialog {...props('recover')} />
    </>
  )
}

/** Enables or disables a webhook, with undo. */
function useSwitch(id: string): UseMutationResult<Webhook, Error, boolean> {
  const { t } = useTranslation('webhooks')
  const errorText = useErrorText()
  const flip = useMutation({
    mutationFn: (enabled: boolean) =>
      client.patch('/v2/webhooks/{id}', { params: { path: { id } }, body: { enabled } }),
    onSuccess: async (webhook, enabled) => {
      queryClient.setQueryData(keys.one(id), webhook)
      await queryClient.invalidateQueries({ queryKey: keys.all })
      if (enabled) showToast({ title: t('actions.enabled') })
      else showToast({ title: t('actions.disabled'), text: t('actions.disabledText'), undo: () => flip.mutate(true) })
    },
    onError: (error) => showToast({ title: t('form.notSaved'), text: errorText(error), tone: 'bad' }),
  })
  return flip
}
