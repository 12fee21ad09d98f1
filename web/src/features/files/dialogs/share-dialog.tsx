import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '../../../ui/button.jsx'
import { CopyButton } from '../../../ui/copy-button.jsx'
import { Dialog } from '../../../ui/dialog.jsx'
import { Field, Input } from '../../../ui/field.jsx'
import { QrCode } from '../../../ui/qr-code.jsx'
import type { FileItem } from '../model/items.js'

/** Shows the address of a file's public page, to copy. */
export function ShareDialog({ file, onClose }: { file: FileItem; onClose: () => void }) {
  const { t } = useTranslation('files')
  const url = `${location.origin}/s/${file.uniqueId}`
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('shareTitle', { name: file.fileName })}
      description={t('shareText')}
      footer={
        <>
          <a href={url} target="_blank" rel="noreferrer" className={buttonLook()}>
            <ExternalLink aria-hidden="true" />
            {t('openPage')}
          </a>
          <CopyButton text={url} label={t('copyLink')} withText />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={t('link')}>
          <Input
            value={url}
            readOnly
            className="font-mono text-sm"
            onFocus={(event) => (event.target as HTMLInputElement).select()}
          />
        </Field>
        <QrCode text={url} label={t('linkAsQr')} className="mx-auto" />
      </div>
    </Dialog>
  )
}
