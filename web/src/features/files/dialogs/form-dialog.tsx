import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'

interface FormDialogProps {
  title: ReactNode
  description?: ReactNode
  /** Label of the submit button. */
  submit: string
  danger?: boolean
  /** Nothing to submit yet. */
  disabled?: boolean
  /** A rejection is shown, and the dialog stays open. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** A dialog with a single action. */
export function FormDialog({
  title,
  description,
  submit,
  danger,
  disabled,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation(['files', 'common'])
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async () => {
    setBusy(true)
    setError(null)
    try {
      await onSubmit()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description}>
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          if (!disabled) void send()
        }}
      >
        {children}
        {error ? <ErrorNotice title={t('refused')} error={error} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={isBusy} disabled={disabled ?? false}>
            {submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
