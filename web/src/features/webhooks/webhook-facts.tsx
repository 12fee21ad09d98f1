import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import { momentText } from '../../ui/moments.js'
import { Time } from '../../ui/time.jsx'
import type { Webhook } from './webhook.js'

/** How a webhook is set. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t, i18n } = useTranslation('webhooks')
  const { redirectUrl, action, previousSecretUntil, createdAt } = webhook
  return (
    <Card title={t('facts.title')}>
      <Facts>
        <Fact name={t('facts.address')} mono copy={{ text: redirectUrl, label: t('facts.copyAddress') }}>
          {redirectUrl}
        </Fact>
        <Fact name={t('facts.events')}>{action.map((one) => t(`events.${one}.name`)).join(', ')}</Fact>
        <Fact name={t('facts.secret')}>
          {previousSecretUntil === null
            ? t('facts.secretOne')
            : t('facts.secretTwo', { date: momentText(i18n.language, previousSecretUntil) })}
        </Fact>
        <Fact name={t('facts.since')}>
          <Time at={createdAt} />
        </Fact>
      </Facts>
    </Card>
  )
}
