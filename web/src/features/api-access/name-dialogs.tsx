import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { type ApiClient, apiClientsQuery, pathOf } from './api-clients.js'
import { SecretDialog } from './secret-dialogs.jsx'

/** Creates a client and shows its secret key. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('start')
  const create = useMutation({
    mutationFn: (name: string) => client.post('/account/clients', { body: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiClientsQuery.queryKey }),
  })
  if (create.data) return <SecretDialog name={create.data.name} credentials={create.data} onClose={onClose} />
  return (
    <NameDialog
      title={t('access.new')}
      text={t('create.text')}
      action={t('create.submit')}
      name=""
      onName={(name) => create.mutate(name)}
      onClose={onClose}
      busy={create.isPending}
      failed={t('create.failed')}
      error={create.error}
    />
  )
}

/** Renames a client, with undo. */
export function RenameClient({ apiClient, onClose }: { apiClient: ApiClient; onClose: () => void }) {
  const { t } = useTranslation('start')
  const rename = async (name: string) => {
    await client.patch('/account/clients/{clientId}', { ...pathOf(apiClient), body: { name } })
    await queryClient.invalidateQueries({ queryKey: apiClientsQuery.queryKey })
  }
  const change = useMutation({
    mutationFn: rename,
    onSuccess: (_, name) => {
      const undo = () => {
        rename(apiClient.name).catch(() => showToast({ title: t('rename.failed'), tone: 'bad' }))
      }
      showToast({ title: t('rename.done', { name }), undo })
      onClose()
    },
  })
  return (
    <NameDialog
      title={t('rename.action')}
      action={t('rename.action')}
      name={apiClient.name}
      onName={(name) => change.mutate(name)}
      onClose={onClose}
      busy={change.isPending}
      failed={t('rename.failed')}
      error={change.error}
    />
  )
}

interface NameDialogProps {
  title: string
  text?: string
  action: string
  /** Initial value. */
  name: string
  onName: (name: string) => void
  onClose: () => void
  busy: boolean
  /** Title of the error notice. */
  failed: string
  error: unknown
}

/** Asks for a client's name. */
function NameDialog({ title, text, action, name, onName, onClose, busy, failed, error }: NameDialogProps) {
  const { t } = useTranslation(['start', 'common'])
  const [value, setValue] = useState(name)
  const form = useId()
  const submit = () => {
    onName(value.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {error ? <ErrorNotice title={failed} error={error} /> : null}
        <Field label={t('create.name')}>
          <Input
            required
            autoFocus
            maxLength={100}
            placeholder={t('create.placeholder')}
            value={value}
            onValueChange={setValue}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
