import {
  type Caveat,
  comparisonOutcome,
  type Evidence,
  type Finding,
  type FolderComparison,
  fill,
  judge,
  type ManifestFinding,
  type Outcome,
  type ProofError,
  type ProofFinding,
  say,
  sayCaveat,
  sayFolder,
  sayOriginal,
  type Words,
} from '@tallystick/proof'
import type { Anchor, BlockAnchor } from './anchors.js'

/** A finding in the words of a language: a surface adds none of its own to them. */
export interface Spoken {
  outcome: Outcome
  headline: string
  /** A second sentence, if there is one. */
  text?: string
  /** A refusal's diagnostic for engineers, in English; absent when the headline has all of its facts. */
  detail?: string
  caveats: string[]
}

/** Says a finding on a document, on a proof or on a manifest alone. */
export function spoken(finding: Finding, words: Words, name?: string): Spoken {
  const { outcome, caveats, failure } = finding
  const isWhole = failure === undefined || Object.keys(failure.facts).length > 0
  return {
    outcome,
    headline: say(finding, words, name),
    ...(isWhole ? {} : { detail: failure.detail }),
    caveats: caveats.map((caveat) => sayCaveat(caveat, words)),
  }
}

/** Says the finding on the original that is left in a changed copy. */
export function spokenOriginal(finding: ProofFinding, words: Words): Spoken {
  return { ...spoken(finding, words), headline: sayOriginal(finding, words) }
}

/** Says a point that a verdict leaves open, or rests on. */
export function spokenCaveat(caveat: Caveat, words: Words): string {
  return sayCaveat(caveat, words)
}

/** Says the finding on a folder: one that differs from its manifest is refused, whatever the manifest is worth. */
export function spokenFolder(finding: ManifestFinding, comparison: FolderComparison, words: Words): Spoken {
  const { files = [], folder } = finding.manifest ?? {}
  const sentence = sayFolder(comparison, files.length, words, folder?.name ?? '')
  const compared = comparisonOutcome(comparison)
  if (compared === 'equal') return { ...spoken(finding, words), text: sentence }
  const isDifferent = compared === 'different'
  const caveats = isDifferent ? [] : spoken(finding, words).caveats
  return { outcome: isDifferent ? 'refused' : 'consistent', headline: sentence, caveats }
}

/** Says how the words of a certificate differ from those of its proof; undefined when they don't. */
export function changedWords(evidence: Evidence | ProofError, words: Words): string | undefined {
  const finding = judge(evidence, undefined)
  return finding.failure?.code === 'words' ? say(finding, words) : undefined
}

/** Names a chain by the table of chains, never by the issuer's word, with its ID. */
export function chainText({ chain }: Anchor, words: Words): string {
  return `${fill('{Chain}', { chain }, words)} (${chain})`
}

/** Names a block at the beginning of a sentence. */
export function blockText({ chain, blockNumber = 0 }: BlockAnchor, words: Words): string {
  return fill('Block {block} {ofChain}', { chain, block: blockNumber }, words)
}
