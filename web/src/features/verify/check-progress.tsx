import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { localeOf } from '../../ui/locale.js'
import { Progress } from '../../ui/progress.jsx'
import { Spinner } from '../../ui/spinner.jsx'
import type { CheckState } from './use-check.js'

/** What is under way, and how fast. */
export function CheckProgress({ state, onCancel }: { state: CheckState; onCancel: () => void }) {
  const { t, i18n } = useTranslation(['verify', 'common'])
  const number = new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 0 })
  const speed = () => {
    if (state.step !== 'hashing') return ''
    const seconds = (performance.now() - state.startedAt) / 1000
    return seconds < 0.2 ? '' : `${number.format(state.bytes / 1e6 / seconds)} MB/s`
  }
  return (
    <div className="rounded-2xl border border-line bg-raised p-6" role="status">
      {state.step === 'hashing' ? (
        <Progress
          label={t('hashing', { name: state.name })}
          value={state.size === 0 ? 1 : state.bytes / state.size}
          aside={speed()}
        />
      ) : (
        <p className="flex items-center gap-3">
          <Spinner />
          {t('looking')}
        </p>
      )}
      <p className="mt-3 text-sm text-soft">{t('staysHere')}</p>
      <Button size="small" className="mt-4" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </div>
  )
}
