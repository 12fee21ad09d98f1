import { ServiceError } from '@tallystick/sdk'
import { useId, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Checkbox } from '../../ui/forms/choice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { type AddressFault, checkAddress, refusalOf } from './address-check.js'
import { type Action, actions } from './webhook.js'

/** The editable fields of a webhook. */
export interface WebhookInput {
  redirectUrl: string
  description: string
  action: Action[]
}

interface WebhookFormProps {
  /** A submit button outside refers to it. */
  id: string
  initial: WebhookInput
  /** Title of the error notice. */
  failed: string
  error: unknown
  onSubmit: (input: WebhookInput) => void
}

/** Form for a webhook's address, description and events. */
export function WebhookForm({ id, initial, failed, error, onSubmit }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const [typed, setTyped] = useState(initial)
  const [sent, setSent] = useState<string | null>(null)
  const legend = useId()
  const address = sent === typed.redirectUrl ? faultOf(typed.redirectUrl, error) : null
  const isRefused = address?.kind === 'refused' || address?.kind === 'plain' || address?.kind === 'inside'
  const hasNoEvents = sent !== null && typed.action.length === 0
  const submit = () => {
    setSent(typed.redirectUrl)
    if (checkAddress(typed.redirectUrl) !== null || typed.action.length === 0) return
    onSubmit({ ...typed, redirectUrl: typed.redirectUrl.trim(), description: typed.description.trim() })
  }
  const choose = (action: Action, isChosen: boolean) =>
    setTyped({ ...typed, action: actions.filter((one) => (one === action ? isChosen : typed.action.includes(one))) })
  return (
    <Form id={id} onSubmit={submit} className="flex flex-col gap-4">
      {error && !isRefused ? <ErrorNotice title={failed} error={error} /> : null}
      <Field
        label={t('form.address')}
        hint={address ? undefined : t('form.addressHint')}
        error={address ? t(`address.${address.kind}`, { ...address }) : undefined}
      >
        <Input
          type="url"
          autoFocus
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
          maxLength={2048}
          value={typed.redirectUrl}
          onValueChange={(redirectUrl) => setTyped({ ...typed, redirectUrl })}
        />
      </Field>
      <Field label={t('form.description')} hint={t('form.descriptionHint')}>
        <Input
          maxLength={500}
          value={typed.description}
          onValueChange={(description) => setTyped({ ...typed, description })}
        />
      </Field>
      <fieldset aria-describedby={hasNoEvents ? legend : undefined}>
        <legend className="mb-2 text-sm font-medium">{t('form.events')}</legend>
        <div className="flex flex-col gap-3">
          {actions.map((action) => (
            <Checkbox
              key={action}
              label={t(`events.${action}.name`)}
              hint={t(`events.${action}.text`)}
              checked={typed.action.includes(action)}
              onChange={(isChosen) => choose(action, isChosen)}
            />
          ))}
        </div>
        {hasNoEvents ? (
          <p id={legend} role="alert" className="mt-2 text-sm text-seal">
            {t('form.eventsMissing')}
          </p>
        ) : null}
      </fieldset>
    </Form>
  )
}

/** Returns what is wrong with the address: its form, or the service's refusal. */
function faultOf(redirectUrl: string, error: unknown): AddressFault | null {
  const fault = checkAddress(redirectUrl)
  if (fault !== null) return fault
  const problem =
    error instanceof ServiceError && error.code === 'invalid'
      ? /^redirectUrl: (.*)$/s.exec(error.message)?.[1]
      : undefined
  return problem === undefined ? null : refusalOf(redirectUrl, problem)
}
