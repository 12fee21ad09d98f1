import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { Field, Input } from '../ui/forms/field.jsx'
import { Form } from '../ui/forms/form.jsx'
import { readCode } from './typed-code.js'

interface CodeFormProps {
  label: ReactNode
  hint?: ReactNode
  /** Label of the submit button. */
  action: string
  onCode: (code: string) => void
  className?: string
}

/** Asks for the code of a stamp or a file. */
export function CodeForm({ label, hint, action, onCode, className }: CodeFormProps) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const read = readCode(typed)
  const submit = () => {
    if ('code' in read) return onCode(read.code)
    setTried(true)
    input.current?.focus()
  }
  return (
    <Form onSubmit={submit} className={className}>
      <Field
        label={label}
        hint={hint}
        error={isTried && 'problem' in read ? t(`code.${read.problem}`, { ...read }) : undefined}
      >
        <div className="flex gap-2">
          <Input
            ref={input}
            value={typed}
            onValueChange={(next) => {
              setTyped(next)
              setTried(false)
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            className="min-w-0 grow font-mono tracking-[0.12em] uppercase"
          />
          <Button type="submit">{action}</Button>
        </div>
      </Field>
    </Form>
  )
}
