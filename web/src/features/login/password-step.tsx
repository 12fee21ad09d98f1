import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { askForPasskey, canUsePasskeys } from '../../session/passkeys.js'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'

interface PasswordStepProps {
  onDone: () => Promise<void>
  /** The password was right; the second factor is next. Rejects when its step can't be loaded. */
  onSecond: () => Promise<void>
  passkeyHost: string | undefined
}

/** Login by e-mail address and password, or by passkey. */
export function PasswordStep({ onDone, onSecond, passkeyHost }: PasswordStepProps) {
  const { t } = useTranslation('login')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () =>
      askPortal<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', { email, password, rememberMe: true }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? onSecond() : onDone()),
  })
  const passkey = useMutation({ mutationFn: loginWithPasskey, onSuccess: onDone })
  const submit = () => {
    passkey.reset()
    login.mutate()
  }
  const hasPasskeys = canUsePasskeys(passkeyHost)
  const error = login.error ?? passkey.error
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      {error ? <ErrorNotice title={t('failed')} error={error} /> : null}
      <Field label={t('email')}>
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          autoFocus
          value={email}
          onValueChange={setEmail}
        />
      </Field>
      <Field
        label={t('password')}
        aside={
          <Link to="/forgot-password" className="link">
            {t('forgotten')}
          </Link>
        }
      >
        <Input
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onValueChange={setPassword}
        />
      </Field>
      <Button type="submit" look="primary" wide busy={login.isPending}>
        {t('submit')}
      </Button>
      {hasPasskeys ? (
        <Button wide busy={passkey.isPending} onClick={() => passkey.mutate()}>
          <KeyRound aria-hidden="true" />
          {t('withPasskey')}
        </Button>
      ) : null}
    </Form>
  )
}

async function loginWithPasskey(): Promise<void> {
  await askPortal('/auth/passkey/verify-authentication', { response: await askForPasskey() })
}
