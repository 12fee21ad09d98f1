import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { partQuery } from './queries.js'

const looks = {
  good: { icon: CircleCheck, look: 'border-moss/40 bg-moss-wash [&_svg]:text-moss' },
  warning: { icon: TriangleAlert, look: 'border-amber/40 bg-amber-wash [&_svg]:text-amber' },
  bad: { icon: CircleAlert, look: 'border-seal/40 bg-seal-wash [&_svg]:text-seal' },
}

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
  const { icon: Icon, look } = looks[kind]
  const [title, text] = words[kind]
  const reasons = [...problems, ...warnings]
  return (
    <section className={cn('flex items-start gap-4 rounded-2xl border p-4 sm:p-6', look)}>
      <Icon className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose">{text}</p>
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
      </div>
    </section>
  )
}
