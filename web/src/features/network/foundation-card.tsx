import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.jsx'
import type { NetworkStatus } from './outlook.js'

/** What proofs of this network rest on, and when an entry is final. */
export function FoundationCard({ status: { name, isPrivate, finality } }: { status: NetworkStatus }) {
  const { t } = useTranslation('network')
  const { rule, blocks } = finality
  const when =
    rule === 'finalized'
      ? t('finality.finalized')
      : (blocks ?? 1) <= 1
        ? t('finality.first')
        : t('finality.blocks', { count: blocks ?? 1 })
  return (
    <Card title={t('what.title')}>
      <p>
        <strong className="font-semibold">{name}.</strong> {isPrivate ? t('private') : t('public')}
      </p>
      <h3 className="mt-5 font-semibold">{t('finality.title')}</h3>
      <p className="mt-1">{when}</p>
    </Card>
  )
}
