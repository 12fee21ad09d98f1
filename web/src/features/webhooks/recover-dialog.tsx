import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Field, NativeSelect } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { keys, type Webhook } from './webhook.js'

interface RecoverDialogProps {
  webhook: Webhook
  open: boolean
  onOpenChange: (open: boolean) => void
}

const hourMs = 3_600_000
// The log ends where the service's setting says: longer ago than that there is nothing to send.
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, all: Number.POSITIVE_INFINITY } as const
type Span = keyof typeof spans

/** Sends everything again that failed or was cancelled since a time. */
export function RecoverDialog({ webhook: { id }, open, onOpenChange }: RecoverDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const [span, setSpan] = useState<Span>('day')
  const form = useId()
  const recover = useMutation({
    mutationFn: () => {
      const since = new Date(Math.max(0, Date.now() - spans[span])).toISOString()
      return client.post('/v2/webhooks/{id}/recover', { params: { path: { id } }, body: { since } })
    },
    onSuccess: async ({ recovered }) => {
      onOpenChange(false)
      showToast({ title: t('recover.done', { count: recovered }) })
      await queryClient.invalidateQueries({ queryKey: keys.one(id) })
    },
  })
  const submit = () => {
    recover.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('recover.title')}
      description={t('recover.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={recover.isPending}>
            {t('recover.submit')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {recover.error ? <ErrorNotice title={t('recover.failed')} error={recover.error} /> : null}
        <Field label={t('recover.since')}>
          <NativeSelect value={span} onChange={(event) => setSpan(event.target.value as Span)}>
            {(Object.keys(spans) as Span[]).map((one) => (
              <option key={one} value={one}>
                {t(`recover.options.${one}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </Form>
    </Dialog>
  )
}
