import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Popover } from '../../../ui/frame/popover.jsx'
import { shortDayText } from '../../../ui/values/dates.js'
import type { StampSearch } from '../stamp-search.js'
import { FilterChip } from './filter-chip.jsx'

type Period = Pick<StampSearch, 'from' | 'to'>

interface PeriodFilterProps {
  period: Period
  onChange: (period: { [Day in keyof Period]: Period[Day] | undefined }) => void
}

/** Filters by the first and the last day on which stamps were received. */
export function PeriodFilter({ period: { from, to }, onChange }: PeriodFilterProps) {
  const { t, i18n } = useTranslation('stamps')
  // Noon, which is on this day in every time zone the day is written for.
  const day = (value: string) => shortDayText(i18n.language, `${value}T12:00`)
  const chosen =
    from && to
      ? t('period.between', { from: day(from), to: day(to) })
      : from
        ? t('period.since', { from: day(from) })
        : to
          ? t('period.until', { to: day(to) })
          : undefined
  return (
    <Popover label={t('period.title')} trigger={<FilterChip name={t('period.title')} value={chosen} />}>
      <Field label={t('period.from')}>
        <Input
          type="date"
          max={to}
          value={from ?? ''}
          onValueChange={(value) => onChange({ from: value || undefined, to })}
        />
      </Field>
      <Field label={t('period.to')}>
        <Input
          type="date"
          min={from}
          value={to ?? ''}
          onValueChange={(value) => onChange({ from, to: value || undefined })}
        />
      </Field>
      {chosen ? (
        <Button size="small" className="self-end" onClick={() => onChange({ from: undefined, to: undefined })}>
          {t('period.clear')}
        </Button>
      ) : null}
    </Popover>
  )
}
