import { type KnownBlock, type ProofDocument, savedAs } from '@tallystick/proof'
import { Download } from 'lucide-react'
import { blocksOf, isComparable } from '../../../checking/anchors.js'
import { blockText, spokenCaveat } from '../../../checking/spoken.js'
import { verifyCommandOf } from '../../../checking/verify-command.js'
import { useTranslation } from '../../../texts/translation.js'
import { buttonLook } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { Command } from '../../../ui/values/code-block.jsx'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { CompareText, CompareWays } from '../compare-block.jsx'
import { Stated } from '../proof-facts.jsx'
import { StationList } from '../stations.jsx'
import { useWords } from '../use-words.js'
import { caveatsOf } from './conditions.jsx'
import { Fold } from './fold.jsx'
import type { Judged } from './shared-page.js'

interface SharedFoldsProps {
  judged: Judged
  onKnown: (known: readonly KnownBlock[]) => void
}

/** Everything behind the answer, each on request. */
export function SharedFolds({ judged, onKnown }: SharedFoldsProps) {
  const { t } = useTranslation(['shared', 'verify'])
  const words = useWords()
  const { finding, digest, document } = judged
  const proof = finding.about === 'proof' ? finding.proof : undefined
  const others = caveatsOf(finding, false)
  const command = proof && verifyCommandOf(proof, { document, carrier: null }, t('verify:facts.byHandFile'))
  const ways = { blocks: blocksOf(finding), isOneEnough: true, isAsked: true, command: command ?? '', onKnown }
  return (
    <section className="mt-6">
      {isComparable(finding) && proof ? (
        <Fold id="compare" title={t('verify:compare.yourself')}>
          <p className="max-w-prose">
            <CompareText {...ways} />
          </p>
          <CompareWays {...ways} />
        </Fold>
      ) : null}
      <Fold id="path" title={t('folds.path')}>
        <StationList finding={finding} digest={digest} document={document} />
      </Fold>
      {proof ? (
        <Fold id="facts" title={t('folds.facts')} hint={t('folds.factsHint')}>
          <ProofNumbers proof={proof} judged={judged} />
          <Stated proof={proof} />
        </Fold>
      ) : null}
      {others.length > 0 ? (
        <Fold id="know" title={t('folds.know')}>
          <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-4 [overflow-wrap:anywhere]">
            {others.map((caveat) => (
              <li key={caveat.code}>{spokenCaveat(caveat, words)}</li>
            ))}
          </ul>
        </Fold>
      ) : null}
      {proof ? (
        <Fold id="files" title={t('folds.files')} hint={t('folds.filesHint')}>
          <ProofFiles proof={proof} />
        </Fold>
      ) : null}
      {command ? (
        <Fold id="alone" title={t('folds.alone')} hint={t('folds.aloneHint')}>
          <p className="max-w-prose">{t('folds.aloneText')}</p>
          <Facts>
            <Fact name={t('verify:compare.command')} mono copy={{ text: command, label: t('verify:copy.command') }}>
              <Command>{command}</Command>
            </Fact>
          </Facts>
          <a href="/verifier" className="link">
            {t('folds.verifier')}
          </a>
        </Fold>
      ) : null}
    </section>
  )
}

const algorithms: Record<number, string> = { 64: 'SHA-256', 96: 'SHA-384', 128: 'SHA-512' }

/** Fingerprint, block and transaction. */
function ProofNumbers({ proof, judged }: { proof: ProofDocument; judged: Judged }) {
  const { t } = useTranslation(['shared', 'verify'])
  const words = useWords()
  const [block] = blocksOf(judged.finding)
  const fingerprint = t('facts.fingerprint', { algorithm: algorithms[proof.hash.length] ?? '' })
  return (
    <Facts>
      <Fact name={fingerprint} mono copy={{ text: proof.hash, label: t('verify:copy.hash') }}>
        {proof.hash}
      </Fact>
      {block ? (
        <>
          <Fact name={t('facts.block')}>{blockText(block, words)}</Fact>
          <Fact
            name={t('facts.blockHash')}
            mono
            copy={{ text: `${block.blockHash}`, label: t('verify:copy.blockHash') }}
          >
            {block.blockHash}
          </Fact>
          <Fact name={t('facts.transaction')} mono>
            {block.transactionId}
          </Fact>
        </>
      ) : null}
    </Facts>
  )
}

/** The proof in its forms. OpenTimestamps knows SHA-256 only. */
function ProofFiles({ proof }: { proof: ProofDocument }) {
  const { t, i18n } = useTranslation('shared')
  const address = `/s/${proof.code}/proof`
  const language = `lang=${i18n.language.toUpperCase()}`
  const files = [
    { form: 'pdf', href: `${address}?format=pdf&${language}` },
    { form: 'html', href: `${address}?format=html&${language}` },
    { form: 'json', href: address },
    ...(proof.hash.length === 64 ? [{ form: 'ots', href: `${address}?format=ots` } as const] : []),
  ] as const
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ form, href }) => (
        <a key={form} className={cn(buttonLook({ size: 'small' }))} href={href} download={savedAs(proof, form)}>
          <Download aria-hidden="true" />
          {t(`files.${form}`)}
        </a>
      ))}
    </div>
  )
}
