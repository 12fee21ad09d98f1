import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useKeepAccount } from '../base/account.js'
import { client } from '../session/client.js'
import { useTranslation } from '../texts/translation.js'
import { Button } from '../ui/button.jsx'
import { dayText } from '../ui/values/dates.js'

/** Banner on every page while the account is scheduled for deletion: the date, and a way to keep it. */
export function DeletionBanner() {
  const { t, i18n } = useTranslation('common')
  const account = useQuery({ queryKey: ['account'], queryFn: () => client.get('/account'), staleTime: 60_000 })
  const keep = useKeepAccount()
  const deletionAt = account.data?.deletionAt ?? null
  if (deletionAt === null) return null
  return (
    <section
      aria-label={t('deletion.label')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-amber/40 bg-amber-wash px-4 py-3 sm:px-6"
    >
      <p className="flex min-w-0 items-start gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-amber" aria-hidden="true" />
        <span>
          <strong className="font-semibold">{t('deletion.when', { date: dayText(i18n.language, deletionAt) })}</strong>{' '}
          {t('deletion.until')}
        </span>
      </p>
      <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
        {t('deletion.keep')}
      </Button>
    </section>
  )
}
