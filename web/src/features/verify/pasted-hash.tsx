import { type KnownBlock, knownByHash } from '@tallystick/proof'
import { useRef, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'

/** A field for a block hash that the reader got elsewhere. */
export function PastedHash({ onKnown }: { onKnown: (known: readonly KnownBlock[]) => void }) {
  const { t } = useTranslation('verify')
  const [text, setText] = useState('')
  const [isBad, setBad] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = () => {
    const known = knownByHash(text)
    setBad(known === undefined)
    if (known) onKnown([known])
    else input.current?.focus()
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={t('compare.paste')}
        hint={t('compare.pasteHint')}
        {...(isBad ? { error: t('compare.pasteError') } : {})}
      >
        <Input
          ref={input}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="font-mono text-sm"
          spellCheck="false"
          autoCapitalize="off"
          autoComplete="off"
        />
      </Field>
      <Button type="submit" className="self-start">
        {t('compare.pasteButton')}
      </Button>
    </Form>
  )
}
