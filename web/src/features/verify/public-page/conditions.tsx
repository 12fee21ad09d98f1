import type { Caveat } from '@tallystick/proof'
import { Info } from 'lucide-react'
import type { DocumentFinding } from '../../../checking/anchors.js'
import { spokenCaveat } from '../../../checking/spoken.js'
import { useWords } from '../use-words.js'

/** Points about the chain or the time that no one should miss. The others stand in a fold. */
const codes: ReadonlySet<Caveat['code']> = new Set([
  'private-chain',
  'unknown-chain',
  'test-chain',
  'rollup',
  'sidechain',
  'chain-ended',
  'times-contradict',
] as const)

/** Returns the points of a finding that stand in sight, or the others. */
export function caveatsOf({ caveats }: DocumentFinding, areInSight: boolean): Caveat[] {
  return caveats.filter(({ code }) => codes.has(code) === areInSight)
}

/** Says, below the head, on whose word the chain or the time rests. */
export function Conditions({ finding }: { finding: DocumentFinding }) {
  const words = useWords()
  return caveatsOf(finding, true).map((caveat) => (
    <p key={caveat.code} className="mt-3 flex gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <Info className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden="true" />
      <span className="max-w-prose">{spokenCaveat(caveat, words)}</span>
    </p>
  ))
}
