import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useErrorText } from '../../ui/error-text.js'
import { showToast } from '../../ui/toast.jsx'
import { keys, type Webhook } from './webhook.js'

/** Switches a webhook on (`true`) or off, with the way back. */
export function useSwitch(id: string): UseMutationResult<Webhook, Error, boolean> {
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
