import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Card } from '../../ui/frame/card.jsx'

interface CodeFormProps {
  onCode: (code: string) => void
  /** A code that no device waits with. */
  unknown?: string
  busy?: boolean
}

/** Asks for the code that a device shows. */
export function CodeForm({ onCode, unknown, busy = false }: CodeFormProps) {
  const { t } = useTranslation('connect')
  const [code, setCode] = useState(unknown ?? '')
  const submit = () => {
    onCode(code.trim())
  }
  return (
    <Card>
      <p className="mb-6">{t('text')}</p>
      <Form onSubmit={submit} className="flex flex-col items-start gap-4">
        <Field
          label={t('code')}
          hint={t('codeHint')}
          error={unknown !== undefined && code === unknown && !busy ? t('unknown') : undefined}
          className="w-full"
        >
          <Input
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={40}
            value={code}
            onValueChange={(typed) => setCode(typed.toUpperCase())}
            className="max-w-56 font-mono text-lg tracking-widest"
          />
        </Field>
        <Button look="primary" type="submit" busy={busy}>
          {t('next')}
        </Button>
      </Form>
    </Card>
  )
}
