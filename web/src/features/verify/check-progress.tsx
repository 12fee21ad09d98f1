import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Progress } from '../../ui/feedback/progress.jsx'
import { Spinner } from '../../ui/spinner.jsx'
import { bytesText, countText } from '../../ui/values/formats.js'
import type { CheckState } from './check-given.js'

/** Progress of a running check. */
export function CheckProgress({ state, onCancel }: { state: CheckState; onCancel: () => void }) {
  const { t, i18n } = useTranslation(['verify', 'common'])
  // A file that is hashed in one piece has no speed before its end.
  const speed = (bytes: number, startedAt: number) => {
    const seconds = (performance.now() - startedAt) / 1000
    return seconds < 0.2 || bytes === 0 ? '' : `${bytesText(i18n.language, bytes / seconds)}/s`
  }
  const count = (files: number) => countText(i18n.language, files)
  return (
    <div className="rounded-2xl border border-line bg-raised p-6" role="status">
      {state.step === 'hashing' ? (
        <Progress
          label={t('hashing', { name: state.name })}
          value={state.size === 0 ? 1 : state.bytes / state.size}
          aside={speed(state.bytes, state.startedAt)}
        />
      ) : state.step === 'comparing' ? (
        <>
          <Progress
            label={t('comparing')}
            value={(state.bytesDone + state.filesDone) / (state.bytes + state.files)}
            aside={t('comparingDone', { done: count(state.filesDone), all: count(state.files) })}
          />
          <p className="tabular mt-1 min-h-5 text-end text-sm text-soft">{speed(state.bytesDone, state.startedAt)}</p>
        </>
      ) : (
        <p className="flex items-center gap-3">
          <Spinner />
          {t(state.step === 'looking' ? 'looking' : 'reading')}
        </p>
      )}
      <p className="mt-3 text-sm text-soft">{t('staysHere')}</p>
      <Button size="small" className="mt-4" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </div>
  )
}
