import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { durationText, relativeText } from '../../ui/formats.js'
import { type NetworkStatus, type Outlook, outlookOf } from './outlook.js'

const looks = {
  good: { icon: CircleCheck, look: 'border-moss/40 bg-moss-wash [&_svg]:text-moss' },
  waiting: { icon: Clock, look: 'border-amber/40 bg-amber-wash [&_svg]:text-amber' },
  bad: { icon: CircleAlert, look: 'border-seal/40 bg-seal-wash [&_svg]:text-seal' },
}
const tones: Record<Outlook['kind'], keyof typeof looks> = {
  fine: 'good',
  nothing: 'good',
  settling: 'good',
  underway: 'good',
  slow: 'waiting',
  silent: 'bad',
  failedBatch: 'bad',
}

/** Network health in one sentence. */
export function OutlookCard({ status }: { status: NetworkStatus }) {
  const outlook = outlookOf(status)
  const { icon: Icon, look } = looks[tones[outlook.kind]]
  const { title, text } = useWords(outlook)
  return (
    <section className={cn('flex items-start gap-4 rounded-2xl border p-5 sm:p-6', look)}>
      <Icon className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose">{text}</p>
      </div>
    </section>
  )
}

function useWords(outlook: Outlook): { title: string; text: string } {
  const { t, i18n } = useTranslation('network')
  if (outlook.kind === 'fine') {
    const ago = relativeText(i18n.language, -outlook.agoMs, 0)
    return { title: t('fine.title'), text: t('fine.text', { ago }) }
  }
  if (outlook.kind === 'slow' || outlook.kind === 'underway') {
    const since = durationText(i18n.language, outlook.seconds)
    const text =
      outlook.kind === 'slow' ? t('slow.text', { since }) : t('underway.text', { since, count: outlook.count })
    return { title: t(`${outlook.kind}.title`), text }
  }
  return { title: t(`${outlook.kind}.title`), text: t(`${outlook.kind}.text`) }
}
