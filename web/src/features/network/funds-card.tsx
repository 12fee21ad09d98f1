import { useTranslation } from '../../texts/translation.js'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { countText, durationText } from '../../ui/values/formats.js'
import { activeSigner, amountText, currencyOf, type Funds, fundsOf, type NetworkStatus } from './health.js'

const daySeconds = 86_400

/** Balance of the account that pays fees, and how long it lasts. */
export function FundsCard({ status }: { status: NetworkStatus }) {
  const { t, i18n } = useTranslation('network')
  const signer = activeSigner(status)
  const funds = fundsOf(signer, status.costPerTransaction)
  const currency = currencyOf(status.blockchainId) ?? t('money.units')
  const amount = (wei: string) => `${amountText(i18n.language, wei)} ${currency}`
  return (
    <Card title={t('money.title')}>
      <FundsText funds={funds} />
      {signer === undefined ? null : (
        <div className="mt-3">
          <Facts>
            {signer.balance === null ? null : <Fact name={t('money.balance')}>{amount(signer.balance)}</Fact>}
            {status.costPerTransaction === null ? null : (
              <Fact name={t('money.each')}>{amount(status.costPerTransaction)}</Fact>
            )}
            <Fact name={t('money.spent')}>{countText(i18n.language, signer.transactionsLastDay)}</Fact>
          </Facts>
        </div>
      )}
      <p className="mt-3 text-sm text-soft">{t('money.text')}</p>
    </Card>
  )
}

function FundsText({ funds }: { funds: Funds }) {
  const { t, i18n } = useTranslation('network')
  if (funds.kind === 'empty') return <Notice tone="waiting">{t('money.empty')}</Notice>
  if (funds.kind !== 'low' && funds.kind !== 'lasts') return <p>{t(`money.${funds.kind}`)}</p>
  const text = t(`money.${funds.kind}`, { time: durationText(i18n.language, funds.days * daySeconds) })
  return funds.kind === 'low' ? <Notice tone="waiting">{text}</Notice> : <p>{text}</p>
}
