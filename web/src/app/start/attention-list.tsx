import { Link } from '@tanstack/react-router'
import { Gauge, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOf } from '../../features/webhooks/webhook.js'
import { useTranslation } from '../../texts/translation.js'
import { buttonLook } from '../../ui/button.jsx'
import { zonedMoment } from '../../ui/values/dates.js'
import { bytesText, countText } from '../../ui/values/formats.js'
import type { Matter } from './attention.js'

const small = buttonLook({ size: 'small' })

/** Lists matters that need attention, each with its way out. Absent when all is well. */
export function AttentionList({ matters }: { matters: readonly Matter[] }) {
  const { t } = useTranslation('start')
  if (matters.length === 0) return null
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="sr-only">
        {t('attention.title')}
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {matters.map((matter) => (
          <MatterLine key={keyOf(matter)} matter={matter} />
        ))}
      </ul>
    </section>
  )
}

const keyOf = (matter: Matter) =>
  'webhook' in matter ? matter.webhook.id : 'of' in matter ? `quota ${matter.of}` : matter.kind

function MatterLine({ matter }: { matter: Matter }) {
  const { t, i18n } = useTranslation('start')
  const moment = (at: string) => zonedMoment(i18n.language, at)
  switch (matter.kind) {
    case 'failed':
      return (
        <Line name={t('attention.failed', { count: matter.count })} text={t('attention.failedText')}>
          <Link to="/stamps" search={{ state: 'failed' }} className={small}>
            {t('attention.show')}
          </Link>
        </Line>
      )
    case 'waiting':
      return (
        <Line
          name={t('attention.waiting', { count: matter.count })}
          text={t('attention.since', { at: moment(matter.since) })}
        >
          <Link to="/network" className={small}>
            {t('network.title')}
          </Link>
        </Line>
      )
    case 'quota': {
      const write = matter.of === 'stamps' ? countText : bytesText
      const [used, limit] = [write(i18n.language, matter.used), write(i18n.language, matter.limit)]
      return (
        <Line isQuota name={t(`attention.quota.${matter.of}`)} text={t('attention.used', { used, limit })}>
          <Link to="/account" className={small}>
            {t('attention.quotas')}
          </Link>
        </Line>
      )
    }
    default: {
      const name = nameOf(matter.webhook)
      const text =
        matter.kind === 'failing' ? t('attention.since', { at: moment(matter.since) }) : t(`attention.${matter.reason}`)
      return (
        <Line name={t(`attention.webhook.${matter.kind}`, { name })} text={text}>
          <Link to="/webhooks/$id" params={{ id: matter.webhook.id }} className={small}>
            {t('attention.webhook.open')}
          </Link>
        </Line>
      )
    }
  }
}

interface LineProps {
  name: string
  text: string
  isQuota?: boolean
  /** The way out. */
  children: ReactNode
}

function Line({ name, text, isQuota = false, children }: LineProps) {
  const Icon = isQuota ? Gauge : TriangleAlert
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${isQuota ? 'text-amber' : 'text-seal'}`} />
      <p className="min-w-0 flex-1 basis-52 break-words">
        <span className="font-medium">{name}</span> <span className="text-soft">{text}</span>
      </p>
      {children}
    </li>
  )
}
