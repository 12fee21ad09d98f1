import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import { durationText } from '../../ui/formats.js'
import { Notice } from '../../ui/notice.jsx'
import { activeSigner, amountText, currencyOf, type Means, meansOf, type NetworkStatus } from './outlook.js'

const daySeconds = 86_400

/** Balance of the account that pays fees, and how long it lasts. */
export function MeansCard({ status }: { status: NetworkStatus }) {
  const { t, i18n } = useTranslation('network')
  const signer = activeSigner(status)
  const means = meansOf(signer)
  const currency = currencyOf(status.blockchainId) ?? t('money.units')
  const amount = (wei: string) => `${amountText(i18n.language, wei)} ${currency}`
  return (
    <Card title={t('money.title')}>
      <MeansText means={means} />
      {signer === undefined ? null : (
        <div className="mt-3">
          <Facts>
            {signer.balance === null ? null : <Fact name={t('money.balance')}>{amount(signer.balance)}</Fact>}
            {status.costPerTransaction === null ? null : (
              <Fact name={t('money.each')}>{amount(status.costPerTransaction)}</Fact>
            )}
            <Fact name={t('money.spent')}>
              {new Intl.NumberFormat(i18n.language).format(signer.transactionsLastDay)}
            </Fact>
          </Facts>
        </div>
      )}
      <p className="mt-3 text-sm text-soft">{t('money.text')}</p>
    </Card>
  )
}

function MeansText({ means }: { means: Means }) {
  const { t, i18n } = useTranslation('network')
  if (means.kind === 'empty') return <Notice tone="waiting">{t('money.empty')}</Notice>
  if (means.kind !== 'low' && means.kind !== 'lasts') return <p>{t(`money.${means.kind}`)}</p>
  const text = t(`money.${means.kind}`, { time: durationText(i18n.language, means.days * daySeconds) })
  return means.kind === 'low' ? <Notice tone="waiting">{text}</Notice> : <p>{text}</p>
}
