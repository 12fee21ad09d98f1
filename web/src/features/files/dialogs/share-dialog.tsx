import { ExternalLink } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { buttonLook } from '../../../ui/button.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { QrCode } from '../../../ui/values/qr-code.jsx'
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
      <div className="flex flex-col gap-4">
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
