import { verifierCommand } from '@tallystick/proof'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/frame/card.jsx'
import { Command } from '../../../ui/values/code-block.jsx'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { countText, utcText } from '../../../ui/values/formats.js'
import type { ManifestJudgement } from '../checking/judge-manifest.js'
import { useChainWords } from '../use-chain-words.js'

/** Returns the command that verifies a folder without this page. */
export function manifestCommand(folder: string, manifest: string): string {
  return `${verifierCommand()} verify ${folder} ${/\s/.test(manifest) ? `"${manifest}"` : manifest}`
}

/** Facts of the manifest, and how to check it elsewhere. */
export function ManifestFacts({ manifest, name }: { manifest: ManifestJudgement; name: string }) {
  const { t, i18n } = useTranslation('verify')
  const { chainOf } = useChainWords()
  const { folder, files, earliest, latest, anchors, blocks, transactions } = manifest
  if (!folder) return null
  const moment = (at: string | null) => (at === null ? '' : utcText(i18n.language, at))
  const command = manifestCommand(t('facts.byHandFolder'), name)
  const [first, last] = [moment(earliest), moment(latest)]
  const recorded = first === last ? last : t('folder.from', { earliest: first, latest: last })
  return (
    <Card title={t('folder.manifest')} text={t('proof.fromFile', { name })}>
      <Facts>
        <Fact name={t('folder.name')}>{folder.name}</Fact>
        {folder.createdAt ? <Fact name={t('folder.created')}>{moment(folder.createdAt)}</Fact> : null}
        <Fact name={t('folder.issued')}>{moment(folder.issuedAt)}</Fact>
        <Fact name={t('folder.count')}>{countText(i18n.language, files.length)}</Fact>
        {recorded ? <Fact name={t('facts.blockTime')}>{recorded}</Fact> : null}
        {anchors.map((anchor) => (
          <Fact key={`${anchor.network} ${anchor.chain}`} name={t('facts.chain')}>
            {`${chainOf(anchor)} (${anchor.chain})`}
            <span className="block text-sm text-soft">
              {t('facts.network')}: {t('facts.quoted', { text: anchor.network ?? '' })}
            </span>
          </Fact>
        ))}
        {transactions > 0 ? (
          <Fact name={t('folder.anchors')}>
            {blocks.length === 0
              ? countText(i18n.language, transactions)
              : t('folder.anchorsIn', { count: blocks.length, transactions: countText(i18n.language, transactions) })}
          </Fact>
        ) : null}
        <Fact name={t('facts.byHand')} mono copy={{ text: command, label: t('copy.command') }}>
          <Command>{command}</Command>
        </Fact>
        <Fact name={t('facts.verifier')}>
          <a href="/verifier" className="link">
            {t('facts.getVerifier')}
          </a>
        </Fact>
      </Facts>
    </Card>
  )
}
