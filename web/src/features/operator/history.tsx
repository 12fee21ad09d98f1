import { useTranslation } from '../../texts/translation.js'
import { Time } from '../../ui/values/time.jsx'
import type { OpenedAccount } from './queries.js'

type Entry = OpenedAccount['interventions'][number]

/** Operators' actions on an account, newest first: when, who and why. */
export function History({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('operator')
  const by = ({ person, operator }: Entry) => {
    if (person !== null) return t('account.byCommand', { who: person })
    return operator === null ? t('account.byGone') : t('account.by', { who: operator })
  }
  return (
    <div>
      <h3 className="font-semibold">{t('account.history')}</h3>
      {entries.length === 0 ? (
        <p className="mt-1 text-sm text-soft">{t('account.historyNone')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="py-2 text-sm">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{t(`account.kinds.${entry.kind}`)}</span>
                <span className="text-soft">
                  <Time at={entry.at} />
                </span>
              </p>
              {entry.reason === null ? null : <p className="break-words">{entry.reason}</p>}
              <p className="break-words text-soft">{by(entry)}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
