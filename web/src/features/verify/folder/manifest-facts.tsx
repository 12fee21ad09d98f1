import { type ManifestDocument, type ManifestFinding, verifierCommand } from '@tallystick/proof'
import { anchorsOf, blocksOf } from '../../../checking/anchors.js'
import { chainText } from '../../../checking/spoken.js'
import { useTranslation } from '../../../texts/translation.js'
import { Card } from '../../../ui/frame/card.jsx'
import { Command } from '../../../ui/values/code-block.jsx'
import { utcText } from '../../../ui/values/dates.js'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { countText } from '../../../ui/values/formats.js'
import { useWords } from '../use-words.js'

/** Returns the command that verifies a folder without this page. */
export function manifestCommand(folder: string, manifest: string): string {
  return `${verifierCommand()} verify ${folder} ${/\s/.test(manifest) ? `"${manifest}"` : manifest}`
}

interface ManifestFactsProps {
  finding: ManifestFinding
  manifest: ManifestDocument
  name: string
}

/** Facts of the manifest, and how to check it elsewhere. */
export function ManifestFacts({ finding, manifest, name }: ManifestFactsProps) {
  const { t, i18n } = useTranslation('verify')
  const words = useWords()
  const { folder, files } = manifest
  const all = anchorsOf(finding)
  const networks = [...new Map(all.map((anchor) => [`${anchor.chain} ${anchor.network}`, anchor])).values()]
  const blocks = blocksOf(finding)
  const times = finding.anchors.flatMap((anchor) => anchor?.blockTime ?? []).sort()
  const moment = (at: string | undefined) => (at === undefined ? '' : utcText(i18n.language, at))
  const command = manifestCommand(t('facts.byHandFolder'), name)
  const [first, last] = [moment(times[0]), moment(times.at(-1))]
  const recorded = first === last ? last : t('folder.from', { earliest: first, latest: last })
  return (
    <Card title={t('folder.manifest')} text={t('proof.fromFile', { name })}>
      <Facts>
        <Fact name={t('folder.name')}>{folder.name}</Fact>
        {folder.createdAt ? <Fact name={t('folder.created')}>{moment(folder.createdAt)}</Fact> : null}
        <Fact name={t('folder.issued')}>{moment(manifest.issuedAt)}</Fact>
        <Fact name={t('folder.count')}>{countText(i18n.language, files.length)}</Fact>
        {recorded ? <Fact name={t('facts.blockTime')}>{recorded}</Fact> : null}
        {networks.map((anchor) => (
          <Fact key={`${anchor.network} ${anchor.chain}`} name={t('facts.chain')}>
            {chainText(anchor, words)}
            <span className="block text-sm text-soft">
              {t('facts.network')}: {t('facts.quoted', { text: anchor.network ?? '' })}
            </span>
          </Fact>
        ))}
        {all.length > 0 ? (
          <Fact name={t('folder.anchors')}>
            {blocks.length === 0
              ? countText(i18n.language, all.length)
              : t('folder.anchorsIn', { count: blocks.length, transactions: countText(i18n.language, all.length) })}
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
