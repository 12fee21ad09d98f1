import { useTranslation } from '../../../texts/translation.js'
import { localMoment, utcMoment } from '../../../ui/values/dates.js'

interface MomentProps {
  at: string
  /** Whose word the time is; without it, the sentence beside it says so. */
  note?: string | null
}

/** A time in UTC, and below it in the reader's own zone. */
export function Moment({ at, note }: MomentProps) {
  const { t, i18n } = useTranslation('shared')
  const local = localMoment(i18n.language, at)
  return (
    <p className="tabular" data-testid="when">
      <time dateTime={at} className="block leading-snug font-semibold sm:text-lg">
        {utcMoment(i18n.language, at)}
      </time>
      {local ? <span className="block text-sm">{t('yourTime', { time: local.text, zone: local.zone })}</span> : null}
      {note ? <span className="block text-sm text-soft">{note}</span> : null}
    </p>
  )
}
