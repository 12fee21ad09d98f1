import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Toggle } from '../../ui/forms/toggle.jsx'
import { type Login, useShared } from './context.js'
import { logIn } from './model/send.js'

/** Logs the visitor in with an API client or a token, for requests from this page. */
export function LoginPanel() {
  const { t } = useTranslation('reference')
  const { login, setLogin } = useShared()
  if (login === null) return <LoginForm onLogin={setLogin} />
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-base">
      <span className="min-w-0 break-words">
        {login.clientId === null ? t('login.asToken') : t('login.asClient', { clientId: login.clientId })}
      </span>
      <Button size="small" onClick={() => setLogin(null)}>
        {t('login.forget')}
      </Button>
    </p>
  )
}

const ways = { client: ['clientId', 'secretKey'], token: ['token'] } as const

function LoginForm({ onLogin }: { onLogin: (login: Login) => void }) {
  const { t } = useTranslation(['reference', 'common'])
  const [way, setWay] = useState<keyof typeof ways>('client')
  const [typed, setTyped] = useState({ clientId: '', secretKey: '', token: '' })
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const fields = ways[way]
  const [before, after] = t('login.make', { link: '\n' }).split('\n')
  const submit = async () => {
    setAsked(true)
    setRefusal(null)
    const values = { clientId: typed.clientId.trim(), secretKey: typed.secretKey.trim(), token: typed.token.trim() }
    if (fields.some((field) => values[field] === '')) return
    if (way === 'token') return onLogin({ token: values.token, clientId: null })
    setBusy(true)
    try {
      const answer = await logIn(values.clientId, values.secretKey)
      if ('refusal' in answer) setRefusal(answer.refusal)
      else onLogin({ token: answer.token, clientId: values.clientId })
    } catch {
      setRefusal(t('common:noConnection'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form onSubmit={() => void submit()} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('login.title')}</h3>
      <p className="text-sm text-soft">
        {t('login.text')} {before}
        <a className="link" href="/portal/api-access">
          {t('login.makeLink')}
        </a>
        {after}
      </p>
      <div>
        <Toggle
          label={t('login.with')}
          value={way}
          onChange={setWay}
          choices={[
            { value: 'client', label: t('login.withClient') },
            { value: 'token', label: t('login.withToken') },
          ]}
        />
      </div>
      {fields.map((field) => (
        <Field
          key={field}
          label={t(`login.${field}`)}
          error={isAsked && typed[field].trim() === '' ? t('login.missing') : null}
        >
          <Input
            type={field === 'clientId' ? 'text' : 'password'}
            autoComplete="off"
            spellCheck="false"
            className="font-mono text-sm"
            value={typed[field]}
            onValueChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        </Field>
      ))}
      {refusal ? (
        <p role="alert" className="text-sm text-seal">
          {t('login.failed')}: {refusal}
        </p>
      ) : null}
      <div>
        <Button type="submit" busy={isBusy}>
          {t(way === 'client' ? 'login.submit' : 'login.use')}
        </Button>
      </div>
    </Form>
  )
}
