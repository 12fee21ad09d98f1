import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Field, Input } from '../../ui/forms/field.jsx'

interface NewPasswordProps {
  label: string
  min: number
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}

/** Field for a new password: states the rules up front, and can show what is typed. */
export function NewPassword({ label, min, value, onChange, autoFocus = false }: NewPasswordProps) {
  const { t } = useTranslation('login')
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      hint={t('passwordHint', { min })}
      aside={
        <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'hide' : 'show')}
        </button>
      }
    >
      <Input
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        autoFocus={autoFocus}
        minLength={min}
        maxLength={128}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  )
}
