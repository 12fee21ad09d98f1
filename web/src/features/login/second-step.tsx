import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { EntryCard } from '../../base/entry-card.jsx'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Checkbox } from '../../ui/forms/choice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'

/** Second login step: a code of the authenticator app, or a backup code. */
export function SecondStep({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const { t } = useTranslation('login')
  const [kind, setKind] = useState<'totp' | 'backup'>('totp')
  const [code, setCode] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const check = useMutation({
    mutationFn: () => {
      const path = kind === 'totp' ? '/auth/two-factor/verify-totp' : '/auth/two-factor/verify-backup-code'
      return askPortal(path, { code: kind === 'totp' ? code.replace(/\D/g, '') : grouped(code), trustDevice })
    },
    onSuccess: onDone,
  })
  const submit = () => {
    check.mutate()
  }
  const change = (next: 'totp' | 'backup') => {
    setKind(next)
    setCode('')
    check.reset()
  }
  return (
    <EntryCard
      title={t('second.title')}
      text={t(kind === 'totp' ? 'second.text' : 'second.backupText')}
      below={
        <button type="button" className="link" onClick={onBack}>
          {t('second.back')}
        </button>
      }
    >
      <Form onSubmit={submit} className="flex flex-col gap-4">
        {check.error ? <ErrorNotice title={t('second.failed')} error={check.error} /> : null}
        <Field label={t(kind === 'totp' ? 'second.code' : 'second.backupCode')}>
          <Input
            key={kind}
            autoFocus
            required
            value={code}
            onValueChange={setCode}
            className="tabular font-mono text-lg tracking-[0.2em]"
            {...(kind === 'totp'
              ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
              : { autoComplete: 'off', autoCapitalize: 'none', spellCheck: 'false' })}
          />
        </Field>
        <Checkbox label={t('second.trust')} checked={trustDevice} onChange={setTrustDevice} />
        <Button type="submit" look="primary" wide busy={check.isPending}>
          {t('second.submit')}
        </Button>
        <button
          type="button"
          className="link self-center text-sm"
          onClick={() => change(kind === 'totp' ? 'backup' : 'totp')}
        >
          {t(kind === 'totp' ? 'second.useBackup' : 'second.useTotp')}
        </button>
      </Form>
    </EntryCard>
  )
}

/** Backup codes are two groups of five, however they are typed. */
function grouped(typed: string): string {
  return typed.replace(/[\s\p{Dash}]/gu, '').replace(/^(.{5})(.{5})$/, '$1-$2')
}
