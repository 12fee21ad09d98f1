import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.jsx'
import { CodeBlock } from '../../ui/code-block.jsx'
import { Disclosure } from '../../ui/disclosure.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import { RelativeTime } from '../../ui/relative-time.jsx'
import { Time } from '../../ui/time.jsx'
import type { Delivery } from './webhook.js'

/** What a delivery is about, when it is tried next, and what is sent. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { id, event, state, attempts, nextAttemptAt, createdAt, payload } = delivery
  return (
    <Card title={t(`events.${event}.name`)} text={t(`events.${event}.text`)}>
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
    </Card>
  )
}
