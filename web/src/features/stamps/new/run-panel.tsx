import { Globe, LockKeyhole, Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { usePortalSettings } from '../../../base/portal-settings.js'
import { useAccount } from '../../../session/session.js'
import { type Language, serviceLanguage } from '../../../texts/languages.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.jsx'
import { DropZone } from '../../../ui/forms/drop-zone.jsx'
import { Field, Textarea } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { WaitingCopies } from '../copies/after-run.jsx'
import { isPdf, keepCopyChoice, lastCopyChoice } from '../copies/choice.js'
import { CopiesChoice } from '../copies/copies-choice.jsx'
import { copiesPart } from '../copies/load.js'
import { keepFolders, keepVisibility, keptFolders, lastVisibility, type Visibility } from './last-choice.js'
import type { StampRun } from './run.js'
import { RunDone } from './run-done.jsx'
import { RunList } from './run-list.jsx'
import { RunSummary } from './run-progress.jsx'

interface RunPanelProps {
  run: StampRun
  /** The drop zone for more documents, without its look. */
  zone: Omit<ComponentProps<typeof DropZone>, 'title'>
}

/** Progress and options of a run that has documents. */
export function RunPanel({ run, zone }: RunPanelProps) {
  const { t } = useTranslation('stamping')
  return (
    <div className="flex flex-col gap-4">
      <RunSummary run={run} />
      <RunList run={run} />
      {run.isStarted ? null : <WaitingCopies />}
      {run.isDone ? <RunDone run={run} /> : run.isStarted ? null : <DropZone title={t('drop.more')} slim {...zone} />}
      {run.isStarted ? null : <OptionsForm run={run} />}
      {run.isBusy ? <Cancel run={run} /> : null}
    </div>
  )
}

function Cancel({ run }: { run: StampRun }) {
  const { t } = useTranslation('stamping')
  const cancel = () => {
    const count = run.counts.stamped
    run.clear()
    showToast({ title: t('run.cancelled', { count }) })
  }
  return (
    <Button className="self-end" onClick={cancel}>
      {t('run.cancel')}
    </Button>
  )
}

/** Options to set before stamping starts. */
function OptionsForm({ run }: { run: StampRun }) {
  const { t, i18n } = useTranslation(['stamping', 'copies'])
  const errorText = useErrorText()
  const accountId = useAccount()?._id ?? ''
  const [visibility, setVisibility] = useState(() => lastVisibility(accountId))
  const [isMissing, setMissing] = useState(false)
  const [description, setDescription] = useState('')
  const [isDescribed, setDescribed] = useState(false)
  const [withFolders, setWithFolders] = useState(false)
  const [keepsFolders, setKeepsFolders] = useState(() => keptFolders(accountId))
  const [copies, setCopies] = useState(() => lastCopyChoice(accountId))
  const offersSeals = usePortalSettings()?.sealsCopies
  const pdf = run.items.find(({ file }) => file !== null && isPdf(file))?.file
  const sayOffline = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })
  const inFolder = run.items.find(({ path }) => path !== null)?.path
  const count = run.items.length - run.counts.failed
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={async () => {
        if (visibility === null) return setMissing(true)
        const isCopied = pdf !== undefined && copies.isWanted
        const part = isCopied ? await copiesPart.load().catch(sayOffline) : null
        if (part === undefined || part?.hasMarkLetters(copies.name) === false) return
        if (pdf) keepCopyChoice(accountId, copies)
        keepVisibility(accountId, visibility)
        if (inFolder) keepFolders(accountId, keepsFolders)
        // Unknown settings are no reason to leave a seal out without a word: the service would refuse.
        const chosen = { ...copies, seals: copies.seals && offersSeals !== false }
        run.start({
          isPrivate: visibility === 'private',
          description: isDescribed ? description.trim() : '',
          keepsFolders,
          withFolders,
          makeCopies: part?.copiesAs(chosen, serviceLanguage(i18n.language as Language), t('copies:suffix')) ?? null,
        })
      }}
    >
      <VisibilityChoice
        value={visibility}
        error={isMissing && visibility === null ? t('options.missing') : undefined}
        onChange={setVisibility}
      />
      {pdf ? (
        <CopiesChoice choice={copies} onChange={setCopies} sample={pdf} isPublic={visibility === 'public'} />
      ) : null}
      {inFolder && run.items.length > 1 ? (
        <Checkbox
          label={t('options.keepsFolders')}
          hint={t('options.keepsFoldersHint')}
          checked={keepsFolders}
          onChange={setKeepsFolders}
        />
      ) : null}
      {inFolder ? (
        <Checkbox
          label={t('options.withFolders')}
          hint={t('options.withFoldersHint', { path: inFolder })}
          checked={withFolders}
          onChange={setWithFolders}
        />
      ) : null}
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
    </Form>
  )
}

interface VisibilityChoiceProps {
  value: Visibility | null
  error: string | undefined
  onChange: (value: Visibility) => void
}

/** Choice between public and private, with the consequences of each. Public is permanent, so it is never the default. */
function VisibilityChoice({ value, error, onChange }: VisibilityChoiceProps) {
  const { t } = useTranslation('stamping')
  return (
    <ChoiceCards
      label={t('options.who')}
      aside={t('options.fixed')}
      value={value}
      error={error}
      onChange={onChange}
      options={[
        { value: 'public', icon: Globe, name: t('public'), text: t('options.publicText') },
        { value: 'private', icon: LockKeyhole, name: t('private'), text: t('options.privateText') },
      ]}
      wide
    />
  )
}
