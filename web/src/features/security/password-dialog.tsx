import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Field, Input } from '../../ui/field.jsx'

interface PasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  text: ReactNode
  /** What the button does. */
  action: string
  onPassword: (password: string) => void
  busy: boolean
  error: unknown
}

/** Asks for the password again, before something that a thief of the session should not be able to do. */
export function PasswordDialog({
  open,
  onOpenChange,
  title,
  text,
  action,
  onPassword,
  busy,
  error,
}: PasswordDialogProps) {
  const { t } = useTranslation(['security', 'common'])
  const [password, setPassword] = useState('')
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPassword(password)
    setPassword('')
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {error ? <ErrorNotice title={t('notDone')} error={error} /> : null}
        <Field label={t('password.current')}>
          <Input
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onValueChange={setPassword}
          />
        </Field>
      </form>
    </Dialog>
  )
}
