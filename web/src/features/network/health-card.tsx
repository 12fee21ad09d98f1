import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { durationText, relativeText } from '../../ui/values/formats.js'
import { type Health, healthOf, type NetworkStatus } from './health.js'

const looks = {
  good: { icon: CircleCheck, look: 'border-moss/40 bg-moss-wash [&_svg]:text-moss' },
  waiting: { icon: Clock, look: 'border-amber/40 bg-amber-wash [&_svg]:text-amber' },
  bad: { icon: CircleAlert, look: 'border-seal/40 bg-seal-wash [&_svg]:text-seal' },
}
const tones: Record<Health['kind'], keyof typeof looks> = {
  fine: 'good',
  nothing: 'good',
  settling: 'good',
  underway: 'good',
  slow: 'waiting',
  silent: 'bad',
  troubled: 'bad',
  failedBatch: 'bad',
}

/** Network health in one sentence. */
export function HealthCard({ status }: { status: NetworkStatus }) {
  const health = healthOf(status)
  const { icon: Icon, look } = looks[tones[health.kind]]
  const { title, text } = useTexts(health)
  return (
    <section className={cn('flex items-start gap-4 rounded-2xl border p-4 sm:p-6', look)}>
      <Icon className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose">{text}</p>
      </div>
    </section>
  )
}

function useTexts(health: Health): { title: string; text: string } {
  const { t, i18n } = useTranslation('network')
  if (health.kind === 'fine') {
    const ago = relativeText(i18n.language, -health.agoMs, 0)
    return { title: t('fine.title'), text: t('fine.text', { ago }) }
  }
  if (health.kind === 'slow' || health.kind === 'underway') {
    const since = durationText(i18n.language, health.seconds)
    const text = health.kind === 'slow' ? t('slow.text', { since }) : t('underway.text', { since, count: health.count })
    return { title: t(`${health.kind}.title`), text }
  }
  if (health.kind === 'troubled') {
    const { count, why } = health
    const since = durationText(i18n.language, health.seconds)
    return { title: t('troubled.title'), text: t('troubled.text', { count, since, why }) }
  }
  return { title: t(`${health.kind}.title`), text: t(`${health.kind}.text`) }
}
