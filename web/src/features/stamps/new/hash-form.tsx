import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Field, Textarea } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { run } from './run.js'
import { readHashes, type TypedProblem } from './run-items.js'

/** Form for pasted hashes. */
export function HashForm() {
  const { t } = useTranslation('stamps')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<TypedProblem | 'none' | null>(null)
  const submit = () => {
    const read = readHashes(text)
    const wrong = read.problem ?? (read.hashes.length === 0 ? 'none' : null)
    setProblem(wrong)
    if (!wrong) run.addHashes(read.hashes, (hash) => t('make.unnamed', { start: hash.slice(0, 10) }))
  }
  const error =
    problem === null
      ? null
      : problem === 'none'
        ? t('make.noHash')
        : t(`make.${problem.problem}`, { line: problem.line })
  return (
    <Card>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('make.hashLabel')} hint={t('make.hashText')} error={error}>
          <Textarea
            rows={5}
            spellCheck="false"
            autoComplete="off"
            className="font-mono text-sm break-all"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button type="submit" className="self-end">
          {t('make.add')}
        </Button>
      </Form>
    </Card>
  )
}
