import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Field, Input, NativeSelect, Textarea } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { AnswerPanel } from './answer-panel.jsx'
import { useShared } from './context.js'
import { LoginPanel } from './login-panel.jsx'
import { bytesField, type Call, formFields, keyOf, type Values } from './model/call.js'
import { type Operation, type Parameter, resolved } from './model/document.js'
import { type Arrived, send } from './model/send.js'

interface TryItProps {
  operation: Operation
  values: Values
  onChange: (values: Values) => void
  /** Null while the body isn't JSON. */
  call: Call | null
}

/** Sends the request that the visitor fills in. */
export function TryIt({ operation, values, onChange, call }: TryItProps) {
  const { t } = useTranslation('reference')
  const { login } = useShared()
  const { answer, error, isBusy, start, stop } = useSending()
  const [isAsked, setAsked] = useState(false)
  const problems = useProblems(operation, values, call)
  const submit = () => {
    setAsked(true)
    if (call === null || Object.keys(problems).length > 0) return
    void start(call, values, login?.token ?? null)
  }
  return (
    <section aria-labelledby="try" className="rounded-xl border border-line bg-raised p-4">
      <h2 id="try" className="text-lg font-semibold">
        {t('try.title')}
      </h2>
      {operation.access === 'open' ? null : (
        <div className="mt-3 border-b border-line pb-4">
          <LoginPanel />
        </div>
      )}
      <Form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <Inputs operation={operation} values={values} onChange={onChange} problems={isAsked ? problems : {}} />
        {operation.method === 'GET' || operation.method === 'HEAD' ? null : (
          <p className="text-sm text-soft">{t('try.real')}</p>
        )}
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={isBusy}>
            {t('try.send')}
          </Button>
          {isBusy ? <Button onClick={stop}>{t('try.stop')}</Button> : null}
        </div>
      </Form>
      {error ? <ErrorNotice title={t('try.notSent')} error={error} className="mt-4" /> : null}
      {answer ? <AnswerPanel answer={answer} name={operation.id} /> : null}
    </section>
  )
}

/** One request at a time, and its answer as far as it has arrived. */
function useSending() {
  const [state, setState] = useState<{ answer: Arrived | null; error: unknown; isBusy: boolean }>({
    answer: null,
    error: null,
    isBusy: false,
  })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (call: Call, values: Values, token: string | null) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ answer: null, error: null, isBusy: true })
    try {
      const onPart = (answer: Arrived) => setState({ answer, error: null, isBusy: true })
      setState({ answer: await send(call, values, { token, signal, onPart }), error: null, isBusy: false })
    } catch (error) {
      setState({ answer: null, error: signal.aborted ? null : error, isBusy: false })
    }
  }
  return { ...state, start, stop: () => running.current?.abort() }
}

type Problems = Readonly<Record<string, string>>

const bodyKey = 'body json'

/** Returns what is missing or wrong, by input. */
function useProblems(operation: Operation, values: Values, call: Call | null): Problems {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const missing = operation.parameters.filter((one) => one.required && !values.parameters[keyOf(one)])
  const required = resolved(document, operation.body?.schema ?? {}).required ?? []
  const fields = formFields(document, operation).filter(({ name }) => required.includes(name))
  const unnamed = fields.filter(({ name, isFile }) => !(isFile ? values.files[name] : values.fields[name]))
  const hasBytes = call?.body?.kind !== 'bytes' || values.files[bytesField] !== undefined
  return Object.fromEntries([
    ...missing.map((one) => [keyOf(one), t('try.missing')]),
    ...unnamed.map(({ name, isFile }) => [name, t(isFile ? 'try.missingFile' : 'try.missing')]),
    ...(call === null ? [[bodyKey, t('try.badJson')]] : []),
    ...(hasBytes ? [] : [[bytesField, t('try.missingFile')]]),
  ])
}

interface InputsProps extends Omit<TryItProps, 'call'> {
  problems: Problems
}

function Inputs({ operation, values, onChange, problems }: InputsProps) {
  const { t } = useTranslation('reference')
  const { document } = useShared()
  const { parameters, body } = operation
  const setFile = (name: string, file: File | undefined) => {
    const { [name]: _, ...others } = values.files
    onChange({ ...values, files: file ? { ...others, [name]: file } : others })
  }
  const fields = formFields(document, operation)
  return (
    <>
      {parameters.map((one) => (
        <ParameterInput
          key={keyOf(one)}
          parameter={one}
          value={values.parameters[keyOf(one)] ?? ''}
          error={problems[keyOf(one)]}
          onChange={(value) => onChange({ ...values, parameters: { ...values.parameters, [keyOf(one)]: value } })}
        />
      ))}
      {fields.map(({ name, isFile }) => (
        <Field key={name} label={<code className="font-mono">{name}</code>} error={problems[name]}>
          {isFile ? (
            <Input type="file" onChange={(event) => setFile(name, event.target.files?.[0])} />
          ) : (
            <Input
              value={values.fields[name] ?? ''}
              onValueChange={(value) => onChange({ ...values, fields: { ...values.fields, [name]: value } })}
            />
          )}
        </Field>
      ))}
      {body?.mediaType === 'application/json' ? (
        <Field label={t('body')} error={problems[bodyKey]}>
          <Textarea
            rows={Math.min(values.json.split('\n').length + 1, 16)}
            spellCheck="false"
            className="font-mono text-sm leading-5"
            value={values.json}
            onChange={(event) => onChange({ ...values, json: event.target.value })}
          />
        </Field>
      ) : body && fields.length === 0 ? (
        <Field label={t('try.bytes')} error={problems[bytesField]}>
          <Input type="file" onChange={(event) => setFile(bytesField, event.target.files?.[0])} />
        </Field>
      ) : null}
    </>
  )
}

interface ParameterInputProps {
  parameter: Parameter
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function ParameterInput({
  parameter: { name, in: where, required, schema },
  value,
  error,
  onChange,
}: ParameterInputProps) {
  const { t } = useTranslation('reference')
  const choices = schema?.type === 'boolean' ? ['true', 'false'] : schema?.enum?.map(String)
  const label = <code className="font-mono">{name}</code>
  const aside = `${t(`in.${where}`)}${required ? `, ${t('required')}` : ''}`
  return (
    <Field label={label} aside={<span className="text-soft">{aside}</span>} error={error}>
      {choices ? (
        <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">–</option>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </NativeSelect>
      ) : (
        <Input value={value} spellCheck="false" autoComplete="off" onValueChange={onChange} />
      )}
    </Field>
  )
}
