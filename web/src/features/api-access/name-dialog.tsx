import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Field, Input } from '../../ui/field.jsx'

interface NameDialogProps {
  title: string
  text?: string
  action: string
  /** What the field holds at first. */
  name: string
  onName: (name: string) => void
  onClose: () => void
  busy: boolean
  /** Words for what did not work, and what it was. */
  failed: string
  error: unknown
}

/** Asks what a client is called. */
export function NameDialog({ title, text, action, name, onName, onClose, busy, failed, error }: NameDialogProps) {
  const { t } = useTranslation(['start', 'common'])
  const [value, setValue] = useState(name)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
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
      </form>
    </Dialog>
  )
}
