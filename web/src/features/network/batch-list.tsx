import { useTranslation } from '../../texts/translation.js'
import { Badge } from '../../ui/feedback/badge.jsx'
import { Table, Td, Th, Tr } from '../../ui/frame/table.jsx'
import { CopyButton } from '../../ui/values/copy-button.jsx'
import { countText } from '../../ui/values/formats.js'
import { HashText } from '../../ui/values/hash-text.jsx'
import { RelativeTime } from '../../ui/values/time.jsx'
import type { NetworkStatus } from './health.js'

const tones = { submitted: 'waiting', confirmed: 'accent', final: 'good', failed: 'bad' } as const

/** The newest transactions. Phones omit what isn't needed to distinguish them. */
export function BatchList({ batches }: { batches: NetworkStatus['batches'] }) {
  const { t, i18n } = useTranslation('network')
  return (
    <section>
      <h2 className="text-lg font-semibold">{t('batches.title')}</h2>
      <p className="mt-0.5 mb-4 max-w-prose text-soft">
        {batches.length === 0 ? t('batches.none') : t('batches.text')}
      </p>
      {batches.length === 0 ? null : (
        <Table label={t('batches.title')} className="max-sm:[&_td]:px-3 max-sm:[&_th]:px-3">
          <thead>
            <tr>
              <Th>{t('batches.when')}</Th>
              <Th className="text-end">{t('batches.entries')}</Th>
              <Th>{t('batches.state')}</Th>
              <Th className="hidden sm:table-cell">{t('batches.block')}</Th>
              <Th className="hidden sm:table-cell">{t('batches.transaction')}</Th>
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => {
              const state = batch.state as keyof typeof tones
              return (
                <Tr key={batch.id}>
                  <Td className="whitespace-nowrap">
                    <RelativeTime at={batch.blockTime ?? batch.createdAt} />
                  </Td>
                  <Td className={batch.purpose === 'deploy' ? 'text-end text-soft' : 'tabular text-end'}>
                    {batch.purpose === 'deploy' ? t('batches.deploy') : countText(i18n.language, batch.size)}
                  </Td>
                  <Td>
                    <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
                  </Td>
                  <Td className="tabular hidden sm:table-cell">{batch.blockNumber ?? ''}</Td>
                  <Td className="hidden sm:table-cell">
                    <span className="flex items-center justify-between gap-1">
                      <HashText value={batch.transactionId} />
                      <CopyButton text={batch.transactionId} label={t('batches.copy')} />
                    </span>
                  </Td>
                </Tr>
              )
            })}
          </tbody>
        </Table>
      )}
    </section>
  )
}
