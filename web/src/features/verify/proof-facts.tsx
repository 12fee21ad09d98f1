import { type Outcome, type ProofDocument, savedAs } from '@tallystick/proof'
import { Download } from 'lucide-react'
import { statementsIn } from '../../checking/statements.js'
import { verifyCommandOf } from '../../checking/verify-command.js'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Command } from '../../ui/values/code-block.jsx'
import { utcText } from '../../ui/values/dates.js'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { saveBlob } from '../../ui/values/save-blob.js'
import type { Evidence } from './sort-files.js'

interface ProofFactsProps {
  outcome: Outcome
  proof: ProofDocument
  evidence: Evidence
  document: File | null
}

const sources = {
  json: 'proof.fromFile',
  ots: 'proof.fromFile',
  pdf: 'proof.fromCertificate',
  html: 'proof.fromCertificate',
  combined: 'proof.fromCertificate',
  manifest: 'proof.fromManifest',
  unreadable: 'proof.fromFile',
} as const

/** The proof: where it is from, how to save it, and what the service says about its entry. */
export function ProofFacts({ outcome, proof, evidence, document }: ProofFactsProps) {
  const { t } = useTranslation('verify')
  const command = verifyCommandOf(proof, { document, carrier: evidence.file }, t('facts.byHandFile'))
  const from = evidence.file ? t(sources[evidence.form], { name: evidence.file.name }) : t('proof.fromService')
  return (
    <Card
      title={t('proof.title')}
      text={from}
      actions={outcome === 'refused' ? null : <SaveProof proof={proof} evidence={evidence} />}
    >
      <Facts>
        <Fact name={t('facts.code')} mono copy={{ text: proof.code, label: t('copy.code') }}>
          {proof.code}
        </Fact>
        <Fact name={t('facts.hash')} mono copy={{ text: proof.hash, label: t('copy.hash') }}>
          {proof.hash}
        </Fact>
        <Fact name={t('facts.byHand')} mono copy={{ text: command, label: t('copy.command') }}>
          <Command>{command}</Command>
        </Fact>
        <Fact name={t('facts.verifier')}>
          <a href="/verifier" className="link">
            {t('facts.getVerifier')}
          </a>
        </Fact>
      </Facts>
      {outcome === 'refused' ? null : <Stated proof={proof} />}
    </Card>
  )
}

/** Statements about the entry that only the service makes, marked as such. */
export function Stated({ proof }: { proof: ProofDocument }) {
  const { t, i18n } = useTranslation('verify')
  const { name, owner, received } = statementsIn(proof)
  if (!name && !owner && !received) return null
  return (
    <section className="mt-6 rounded-lg border-s-4 border-wood bg-wood-wash px-4 py-3" data-testid="stated">
      <h3 className="font-medium">{t('stated.title')}</h3>
      <p className="mt-0.5 max-w-prose text-sm text-soft">{t('stated.text')}</p>
      <Facts>
        {name ? <Fact name={t('facts.filename')}>{name}</Fact> : null}
        {owner ? <Fact name={t('facts.owner')}>{owner}</Fact> : null}
        {received ? <Fact name={t('facts.received')}>{utcText(i18n.language, received)}</Fact> : null}
      </Facts>
    </section>
  )
}

/** Saves the proof as a file of its own, unless it came in one. */
function SaveProof({ proof, evidence }: { proof: ProofDocument; evidence: Evidence }) {
  const { t, i18n } = useTranslation('verify')
  const name = savedAs(proof, 'json')
  const icon = <Download aria-hidden="true" />
  if (evidence.file === null) {
    const look = buttonLook({ size: 'small' })
    const address = `/s/${proof.code}/proof`
    return (
      <>
        <a className={look} href={address} download={name}>
          {icon}
          {t('proof.download')}
        </a>
        <a
          className={look}
          href={`${address}?format=pdf&lang=${i18n.language.toUpperCase()}`}
          download={savedAs(proof, 'pdf')}
        >
          {icon}
          {t('proof.certificate')}
        </a>
      </>
    )
  }
  if (evidence.form === 'json') return null
  const save = () => saveBlob(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }), name)
  return (
    <Button size="small" onClick={save}>
      {icon}
      {t('proof.download')}
    </Button>
  )
}
