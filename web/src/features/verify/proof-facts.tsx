import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '../../ui/button.jsx'
import { Card } from '../../ui/card.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import type { Judgement } from './judgement.js'
import type { GivenProof } from './use-check.js'

/** What the proof says about the entry; only what its commitment binds. */
export function ProofFacts({
  judgement: { proof, outcome },
  proof: given,
}: {
  judgement: Judgement
  proof: GivenProof
}) {
  const { t } = useTranslation('verify')
  if (!proof) return null
  const { details } = proof
  const text = (key: string) =>
    typeof details?.[key] === 'string' && details[key] !== '' ? String(details[key]) : null
  const filename = text('filename')
  const owner = text('owner')
  return (
    <Card
      title={t('proof.title')}
      text={t(given.name === null ? 'proof.fromService' : 'proof.fromFile', { name: given.name ?? '' })}
      actions={
        given.name === null && outcome !== 'refused' ? (
          <a
            className={buttonLook({ size: 'small' })}
            href={`/s/${proof.code}/proof`}
            download={`${proof.code}.proof.json`}
          >
            <Download aria-hidden="true" />
            {t('proof.download')}
          </a>
        ) : null
      }
    >
      <Facts>
        <Fact name={t('facts.code')} mono copy={{ text: proof.code, label: t('copy.code') }}>
          {proof.code}
        </Fact>
        {filename ? <Fact name={t('facts.filename')}>{filename}</Fact> : null}
        {owner ? <Fact name={t('facts.owner')}>{owner}</Fact> : null}
        <Fact name={t('facts.hash')} mono copy={{ text: proof.hash, label: t('copy.hash') }}>
          {proof.hash}
        </Fact>
        <Fact name={t('facts.byHand')} mono copy={{ text: command(proof.code), label: t('copy.command') }}>
          {command(proof.code)}
        </Fact>
      </Facts>
    </Card>
  )
}

/** The same check without this page, and without this service. */
function command(code: string): string {
  return `npx tallystick verify FILE ${code}.proof.json`
}
