import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { RelativeTime, Time } from '../../ui/values/time.jsx'
import { AttemptPart } from './attempt-part.jsx'
import { type Delivery, type DeliveryDetails, keys } from './webhook.js'

/** Sends a delivery again. */
export function ResendButton({ webhookId: id, deliveryId }: { webhookId: string; deliveryId: string }) {
  const { t } = useTranslation('webhooks')
  const errorText = useErrorText()
  const again = useMutation({
    mutationFn: () =>
      client.post('/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params: { path: { id, deliveryId } } }),
    onSuccess: async () => {
      showToast({ title: t('delivery.againDone') })
      await queryClient.invalidateQueries({ queryKey: keys.one(id) })
    },
    onError: (error) => showToast({ title: t('delivery.againFailed'), text: errorText(error), tone: 'bad' }),
  })
  return (
    <Button className="self-start" busy={again.isPending} onClick={() => again.mutate()}>
      <RotateCcw aria-hidden="true" />
      {t('delivery.again')}
    </Button>
  )
}

interface AttemptListProps {
  log: DeliveryDetails['log']
  /** Level of the heading of each. */
  heading: 'h2' | 'h3'
  /** Frame of each. */
  className: string
}

/** All attempts of a delivery, the newest first. */
export function AttemptList({ log, heading, className }: AttemptListProps) {
  const { t } = useTranslation('webhooks')
  return (
    <section aria-label={t('delivery.attempts')} aria-live="polite" className="flex flex-col">
      {log.length === 0 ? <p className={className}>{t('delivery.notYet')}</p> : null}
      {log.toReversed().map((attempt) => (
        <AttemptPart key={attempt.number} attempt={attempt} heading={heading} className={className} />
      ))}
    </section>
  )
}

/** Shows a delivery's next attempt, its ID, and its payload. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { id, state, attempts, nextAttemptAt, createdAt, payload } = delivery
  return (
    <>
      <Facts>
        {state === 'waiting' && nextAttemptAt !== null ? (
          <Fact name={t('delivery.next')}>
            {Date.parse(nextAttemptAt) > Date.now() ? <RelativeTime at={nextAttemptAt} /> : t('delivery.soon')}
            {attempts > 0 ? <span className="block text-sm text-soft">{t('delivery.retried')}</span> : null}
          </Fact>
        ) : null}
        <Fact name={t('delivery.made')}>
          <Time at={createdAt} withSeconds />
        </Fact>
        <Fact name={t('delivery.number')} mono copy={{ text: id, label: t('delivery.copyNumber') }}>
          {id}
        </Fact>
      </Facts>
      <Disclosure title={t('delivery.body')} className="mt-2">
        <CodeBlock
          label={t('delivery.body')}
          text={JSON.stringify(payload, null, 2)}
          copyLabel={t('delivery.copyBody')}
        />
      </Disclosure>
    </>
  )
}
