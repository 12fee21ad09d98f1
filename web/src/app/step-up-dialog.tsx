import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useOwnAccount } from '../base/account.js'
import { usePortalSettings } from '../base/portal-settings.js'
import { client } from '../session/client.js'
import { askForPasskey, canUsePasskeys } from '../session/passkeys.js'
import { askPortal } from '../session/portal-api.js'
import { type StepUp, useStepUp } from '../session/step-up.js'
import { useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { ErrorNotice } from '../ui/feedback/error-notice.jsx'
import { Field, Input } from '../ui/forms/field.jsx'
import { Form } from '../ui/forms/form.jsx'
import { Dialog } from '../ui/frame/dialog.jsx'

/** Asks who is at the keyboard when a request needs to know, then lets the request go on. */
export function StepUpDialog() {
  const stepUp = useStepUp()
  return stepUp ? <Proof stepUp={stepUp} /> : null
}

type Kind = 'password' | 'code'

function Proof({ stepUp }: { stepUp: StepUp }) {
  const { t } = useTranslation('common')
  const { data: account } = useOwnAccount()
  const settings = usePortalSettings()
  const [kind, setKind] = useState<Kind>('password')
  const [typed, setTyped] = useState('')
  const form = useId()
  const onSuccess = () => stepUp.settle(true)
  const prove = useMutation({
    mutationFn: () =>
      client.post('/account/step-up', {
        body: kind === 'code' ? { code: typed.replace(/\D/g, '') } : { password: typed },
      }),
    onSuccess,
    onError: () => setTyped(''),
  })
  const passkey = useMutation({ mutationFn: provePasskey, onSuccess })
  const submit = () => {
    passkey.reset()
    prove.mutate()
  }
  const change = (next: Kind) => {
    setKind(next)
    setTyped('')
    prove.reset()
  }
  const hasPasskey = (account?.passkeys ?? 0) > 0 && canUsePasskeys(settings?.passkeyHost)
  // Closing the browser's prompt is not an error.
  const passkeyError = passkey.error && 'status' in passkey.error ? passkey.error : null
  const error = prove.error ?? passkeyError
  return (
    <Dialog
      open
      onOpenChange={(open) => open || stepUp.settle(false)}
      title={t('stepUp.title')}
      description={t('stepUp.text')}
      footer={
        <>
          <Button onClick={() => stepUp.settle(false)}>{t('cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={prove.isPending}>
            {t('stepUp.submit')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {error ? <ErrorNotice title={t('stepUp.failed')} error={error} /> : null}
        <Field label={t(kind === 'password' ? 'password.label' : 'stepUp.code')}>
          <Input
            key={kind}
            required
            autoFocus
            value={typed}
            onValueChange={setTyped}
            {...(kind === 'password'
              ? { type: 'password', autoComplete: 'current-password' }
              : {
                  inputMode: 'numeric',
                  autoComplete: 'one-time-code',
                  className: 'tabular font-mono tracking-[0.2em]',
                })}
          />
        </Field>
        {account?.twoFactorEnabled ? (
          <button
            type="button"
            className="link self-start text-sm"
            onClick={() => change(kind === 'password' ? 'code' : 'password')}
          >
            {t(kind === 'password' ? 'stepUp.useCode' : 'stepUp.usePassword')}
          </button>
        ) : null}
        {hasPasskey ? (
          <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
            <KeyRound aria-hidden="true" />
            {t('stepUp.usePasskey')}
          </Button>
        ) : null}
        {account && !account.hasPassword ? <p className="text-sm text-soft">{t('stepUp.noPassword')}</p> : null}
      </Form>
    </Dialog>
  )
}

async function provePasskey(): Promise<void> {
  await askPortal('/step-up', { response: await askForPasskey() })
}
