import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { StatusCard } from '../../ui/feedback/status-card.jsx'
import { partQuery } from './queries.js'

/** Whether the service is ready, or why not, in the words of `/readyz`. */
export function StateCard() {
  const { t } = useTranslation(['operator', 'common'])
  const { data, error, refetch } = useQuery(partQuery('/state'))
  if (error) return <ErrorNotice title={t('ready.failed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={1} label={t('common:loading')} />
  const { problems, warnings, version } = data
  const kind = problems.length > 0 ? 'bad' : warnings.length > 0 ? 'warning' : 'good'
  const words = {
    good: [t('ready.title'), t('ready.text')],
    warning: [t('ready.warnTitle'), t('ready.warnText')],
    bad: [t('ready.notTitle'), t('ready.notText')],
  } as const
  const [title, text] = words[kind]
  const reasons = [...problems, ...warnings]
  return (
    <StatusCard tone={kind} title={title} text={text}>
      {reasons.length > 0 ? (
        <ul className="mt-2 list-disc ps-6" lang="en">
          {reasons.map((reason) => (
            <li key={reason} className="break-words">
              {reason}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2 text-sm">{t('ready.version', { version })}</p>
    </StatusCard>
  )
}
