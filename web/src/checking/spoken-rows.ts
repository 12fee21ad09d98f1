import { type Caveat, type Finding, fill, type ProofBrief, sayCaveat, sayRefusal, type Words } from '@tallystick/proof'

/** Says why a proof is refused, as a line of its own; empty when it isn't. */
export function refusalText({ failure }: Pick<ProofBrief, 'failure'>, words: Words): string {
  const text = failure === undefined ? '' : sayRefusal(failure, words)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Says what verdicts leave open. */
export function caveatTexts(caveats: readonly Caveat[], words: Words): string[] {
  return caveats.map((caveat) => sayCaveat(caveat, words))
}

/** Names sources in a sentence, each once; empty for none. */
export function sourcesText(by: Finding['sources'], words: Words): string {
  return by.length === 0 ? '' : fill('{by}', { by }, words)
}
