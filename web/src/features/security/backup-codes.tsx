import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { CopyButton } from '../../ui/copy-button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { saveBlob } from '../../ui/save-blob.js'

/** The codes for when the authenticator is lost: shown this once. */
export function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('security')
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('codes.title')}
      description={t('codes.text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('codes.done')}
        </Button>
      }
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-xl bg-sunken p-4 font-mono xs:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={text} label={t('codes.copy')} withText />
        <Button
          size="small"
          onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'tallystick-backup-codes.txt')}
        >
          <Download aria-hidden="true" />
          {t('codes.save')}
        </Button>
      </div>
    </Dialog>
  )
}
