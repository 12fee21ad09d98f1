import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'

interface ConsequenceDialogProps {
  title: string
  /** What follows, in plain words. */
  text: string
  action: string
  onAction: () => void
  onClose: () => void
  busy: boolean
  failed: string
  error: unknown
}

/** Says what follows from something that nobody can take back, before it is done. */
export function ConsequenceDialog({
  title,
  text,
  action,
  onAction,
  onClose,
  busy,
  failed,
  error,
}: ConsequenceDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" busy={busy} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error ? <ErrorNotice title={failed} error={error} /> : null}
        <p>{text}</p>
      </div>
    </Dialog>
  )
}
