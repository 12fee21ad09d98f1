import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../ui/disclosure.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import { Time } from '../../ui/time.jsx'
import type { NetworkStatus } from './outlook.js'

/** Everything exact, for those who want to look it up elsewhere. */
export function NetworkDetails({ status }: { status: NetworkStatus }) {
  const { t } = useTranslation('network')
  const copy = (text: string, what: string) => ({ text, label: t('details.copy', { what }) })
  const { finality, head } = status
  return (
    <Disclosure title={t('details.title')}>
      <div className="rounded-xl border border-line bg-raised px-5 py-2">
        <Facts>
          <Fact name={t('details.name')}>{status.name}</Fact>
          <Fact name={t('details.chain')} mono copy={copy(status.blockchainId, t('details.chain'))}>
            {status.blockchainId}
          </Fact>
          <Fact name={t('details.contract')} mono copy={copy(status.contract, t('details.contract'))}>
            {status.contract}
          </Fact>
          {status.signers.map(({ address }) => (
            <Fact key={address} name={t('details.notary')} mono copy={copy(address, t('details.notary'))}>
              {address}
            </Fact>
          ))}
          <Fact name={t('details.rule')}>
            {finality.rule === 'finalized'
              ? t('details.ruleFinalized')
              : t('details.ruleBlocks', { count: finality.blocks ?? 1 })}
          </Fact>
          {head === null ? null : (
            <>
              <Fact name={t('details.head')}>
                <span className="tabular">{head.number}</span>, <Time at={head.time} withSeconds />
              </Fact>
              <Fact name={t('details.finalHead')}>
                <span className="tabular">{head.finalNumber}</span>
              </Fact>
            </>
          )}
          <Fact name={t('details.seen')}>
            <Time at={status.seenAt} withSeconds />
          </Fact>
        </Facts>
      </div>
    </Disclosure>
  )
}
