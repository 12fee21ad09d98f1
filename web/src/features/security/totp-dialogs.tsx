import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import { QrCode } from '../../ui/values/qr-code.jsx'
import { saveBlob } from '../../ui/values/save-blob.js'

/** Answer of `two-factor/enable`. */
export interface TotpSecret {
  totpURI: string
  backupCodes: string[]
}

interface SetUpTotpProps {
  secret: TotpSecret
  onDone: () => void
  onCancel: () => void
}

/** Shows the secret for the authenticator app and asks for a first code, without which the second factor stays off. */
export function SetUpTotp({ secret, onDone, onCancel }: SetUpTotpProps) {
  const { t } = useTranslation(['security', 'common'])
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const form = useId()
  const key = new URL(secret.totpURI).searchParams.get('secret') ?? ''
  const check = useMutation({
    mutationFn: () => askPortal('/auth/two-factor/verify-totp', { code: code.replace(/\D/g, '') }),
    onSuccess: onDone,
  })
  const submit = () => {
    check.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onCancel())}
      title={t('totp.ask.enable')}
      description={t('totp.setUpText')}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={check.isPending}>
            {t('totp.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={secret.totpURI} label={t('totp.qr')} className="max-sm:size-36" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-sm text-soft">{t('totp.byHand')}</p>
          <p className="flex items-start gap-1">
            <code className="font-mono text-sm leading-6 break-words">{inFours(key)}</code>
            <CopyButton text={key} label={t('totp.copyKey')} />
          </p>
          {/* A phone cannot scan its own screen. */}
          <a className="link text-sm sm:hidden" href={secret.totpURI}>
            {t('totp.here')}
          </a>
        </div>
      </div>
      <Form id={form} onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label={t('totp.code')} error={check.error ? errorText(check.error) : null}>
          <Input
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            className="tabular font-mono text-lg tracking-[0.2em]"
            value={code}
            onValueChange={setCode}
          />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Groups a key in fours, for typing. */
function inFours(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ')
}

/** Backup codes for a lost authenticator app, shown once. */
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
