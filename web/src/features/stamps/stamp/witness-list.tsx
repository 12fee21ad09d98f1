import type { ProofWitness } from '@tallystick/proof'
import { chainName } from '@tallystick/proof'
import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { witnessesQuery } from '../stamp-queries.js'

/** Lists a stamp's witnesses outside of the chain; renders nothing while it has none. */
export function WitnessList({ code }: { code: string }) {
  const { t } = useTranslation('stamps')
  const { data: witnesses = [] } = useQuery(witnessesQuery(code))
  if (witnesses.length === 0) return null
  return (
    <div className="mt-6 border-t border-line pt-4">
      <h3 className="font-medium">{t('one.witnesses.title')}</h3>
      <p className="text-sm text-soft">{t('one.witnesses.text')}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {witnesses.map((witness) => (
          <li key={keyOf(witness)} className="flex items-start gap-3">
            <Stamp className="mt-0.5 size-5 shrink-0 text-wood" aria-hidden="true" />
            <span className="min-w-0 break-words">{t(`one.witnesses.${witness.kind}`, { name: nameOf(witness) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const keyOf = (witness: ProofWitness) => `${witness.kind} ${nameOf(witness)} ${witness.root}`

function nameOf(witness: ProofWitness): string {
  switch (witness.kind) {
    case 'rfc3161':
      return witness.authority
    case 'opentimestamps':
      return witness.calendar
    case 'chain':
      return chainName(witness.anchor.chain)
  }
}
