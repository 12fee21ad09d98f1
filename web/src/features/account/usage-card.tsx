import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../base/account.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Meter } from '../../ui/feedback/meter.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { zonedMoment } from '../../ui/values/dates.js'
import { bytesText, countText } from '../../ui/values/formats.js'

/** The account's usage of its quotas. */
export function UsageCard() {
  const { t, i18n } = useTranslation('account')
  const usage = useQuery(usageQuery)
  const bytes = (value: number) => bytesText(i18n.language, value)
  const count = (value: number) => countText(i18n.language, value)
  const measure = ({ used, limit }: { used: number; limit: number | null }, write: (value: number) => string) => ({
    words:
      limit === null
        ? t('usage.unlimited', { used: write(used) })
        : t('usage.of', { used: write(used), limit: write(limit) }),
    share: limit === null ? null : used / limit,
  })
  const { data } = usage
  return (
    <Card title={t('usage.title')} text={t('usage.text')}>
      {data ? (
        <div className="flex max-w-xl flex-col gap-4">
          <Meter label={t('usage.storage')} hint={t('usage.storageHint')} {...measure(data.storage, bytes)} />
          <Meter
            label={t('usage.unfinished')}
            hint={t('usage.unfinishedHint')}
            {...measure(data.unfinishedUploads, bytes)}
          />
          <Meter
            label={t('usage.stamps')}
            hint={t('usage.stampsHint', { moment: zonedMoment(i18n.language, data.stampsToday.resetsAt) })}
            {...measure(data.stampsToday, count)}
          />
          <Meter label={t('usage.bulk')} hint={t('usage.bulkHint')} {...measure(data.multiStampItems, count)} />
        </div>
      ) : usage.error ? (
        <ErrorNotice title={t('usage.failed')} error={usage.error} onRetry={usage.refetch} />
      ) : (
        <SkeletonRows rows={4} label={t('usage.loading')} />
      )}
    </Card>
  )
}
