import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { Time } from '../../ui/values/time.jsx'
import type { Attempt } from './webhook.js'

interface AttemptPartProps {
  attempt: Attempt
  heading: 'h2' | 'h3'
  /** Its frame. */
  className: string
}

/** One attempt: its result in a sentence, then duration and address, then the exact request and response. */
export function AttemptPart({ attempt, heading: Heading, className }: AttemptPartProps) {
  const { t } = useTranslation('webhooks')
  const { number, at, durationMs, address, responseStatus, error } = attempt
  const isGood = isDelivered(attempt)
  const Icon = isGood ? CircleCheck : CircleAlert
  const took = t('delivery.milliseconds', { count: durationMs })
  return (
    <article className={className}>
      <Heading className="text-sm font-medium text-soft">{t('delivery.attempt', { number })}</Heading>
      <p className={cn('mt-1.5 flex items-start gap-2.5', Heading === 'h2' && 'text-lg leading-7')}>
        <Icon
          aria-hidden="true"
          className={cn('size-5 shrink-0', Heading === 'h2' ? 'mt-1' : 'mt-0.5', isGood ? 'text-moss' : 'text-seal')}
        />
        <span className="min-w-0 break-words">
          {t(`outcome.${outcomeOf(attempt)}`, { status: responseStatus, error: error ?? '' })}
        </span>
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-base">
        <div className="flex gap-2">
          <dt className="text-soft">{t('log.when')}</dt>
          <dd>
            <Time at={at} withSeconds />
          </dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-soft">{t('delivery.took')}</dt>
          <dd className="tabular">{took}</dd>
        </div>
        {address === null ? null : (
          <div className="flex gap-2">
            <dt className="text-soft">{t('delivery.server')}</dt>
            <dd className="font-mono text-sm leading-6">{address}</dd>
          </div>
        )}
      </dl>
      <Disclosure title={t('delivery.details')} className="mt-3">
        <Transcript attempt={attempt} />
      </Disclosure>
    </article>
  )
}

function Transcript({ attempt: { number, requestHead, responseHead, responseBody } }: { attempt: Attempt }) {
  const { t } = useTranslation('webhooks')
  const named = (what: string) => `${t('delivery.attempt', { number })}: ${what}`
  return (
    <div className="@container">
      <div className="grid gap-4 @3xl:grid-cols-2">
        <div className="min-w-0">
          <h3 className="mb-1.5 text-sm font-medium">{t('delivery.request')}</h3>
          <CodeBlock label={named(t('delivery.request'))} text={requestHead} />
        </div>
        <div className="min-w-0">
          <h3 className="mb-1.5 text-sm font-medium">{t('delivery.response')}</h3>
          {responseHead === null ? (
            <p className="text-soft">{t('delivery.nothing')}</p>
          ) : (
            <CodeBlock
              label={named(t('delivery.response'))}
              text={`${responseHead}\n\n${responseBody || t('delivery.noBody')}`}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Result of an attempt, as a text key. */
type OutcomeKind = NonNullable<Attempt['errorCode']> | 'delivered' | 'status' | 'gone'

/** Classifies the result of an attempt. */
function outcomeOf(attempt: Attempt): OutcomeKind {
  if (attempt.errorCode !== null) return attempt.errorCode
  if (isDelivered(attempt)) return 'delivered'
  return attempt.responseStatus === 410 ? 'gone' : 'status'
}

/** Whether the receiver accepted it; its answer may still have been odd. */
function isDelivered({ responseStatus }: Attempt): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus <= 299
}
