import { Clock } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { StatusCard } from '../../ui/feedback/status-card.jsx'
import { durationText, relativeText } from '../../ui/values/formats.js'
import { type Health, healthOf, type NetworkStatus } from './health.js'

const tones: Record<Health['kind'], 'good' | 'warning' | 'bad'> = {
  fine: 'good',
  nothing: 'good',
  settling: 'good',
  underway: 'good',
  slow: 'warning',
  silent: 'bad',
  troubled: 'bad',
  failedBatch: 'bad',
}

/** Network health in one sentence. */
export function HealthCard({ status }: { status: NetworkStatus }) {
  const health = healthOf(status)
  const tone = tones[health.kind]
  const { title, text } = useTexts(health)
  return <StatusCard tone={tone} icon={tone === 'warning' ? Clock : undefined} title={title} text={text} />
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
