import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { Field, Textarea } from '../../../ui/field.jsx'
import type { StampRun } from './run.js'
import { VisibilityChoice } from './visibility-choice.jsx'

/** What is to be said before they are stamped. */
export function ReleaseForm({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const [isPrivate, setPrivate] = useState(run.options.isPrivate)
  const [description, setDescription] = useState(run.options.description)
  const [isDescribed, setDescribed] = useState(run.options.description !== '')
  const count = run.items.length - run.counts.failed
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        run.release({ isPrivate, description: isDescribed ? description.trim() : '' })
      }}
    >
      <VisibilityChoice isPrivate={isPrivate} onChange={setPrivate} />
      {isDescribed ? (
        <Field label={t('options.description')} hint={t('options.descriptionHint')}>
          <Textarea
            rows={2}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      ) : (
        <Button look="quiet" size="small" className="self-start" onClick={() => setDescribed(true)}>
          <Plus aria-hidden="true" />
          {t('options.addDescription')}
        </Button>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => run.clear()}>{t('run.cancel')}</Button>
        <Button type="submit" look="primary" disabled={count === 0}>
          {t('run.submit', { count })}
        </Button>
      </div>
    </form>
  )
}
