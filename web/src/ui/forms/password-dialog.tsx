import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../button.jsx'
import { ErrorNotice } from '../feedback/error-notice.jsx'
import { Dialog } from '../frame/dialog.jsx'
import { Field, Input } from './field.jsx'
import { Form } from './form.jsx'

interface PasswordDialogProps {
  title: ReactNode
  /** Label of the submit button. */
  action: string
  danger?: boolean
  /** Title of the error notice. */
  failed: string
  error: unknown
  busy: boolean
  onPassword: (password: string) => void
  onClose: () => void
  /** Shown before the password is entered. */
  children?: ReactNode
}

/** Asks for the password again before something a stolen session must not do. */
export function PasswordDialog({
  title,
  action,
  danger,
  failed,
  error,
  busy,
  onPassword,
  onClose,
  children,
}: PasswordDialogProps) {
  const { t } = useTranslation('common')
  const [password, setPassword] = useState('')
  const form = useId()
  const submit = () => {
    onPassword(password)
    setPassword('')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={children ? undefined : t('password.again')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {error ? <ErrorNotice title={failed} error={error} /> : null}
        <Field label={t('password.label')}>
          <Input
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onValueChange={setPassword}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
