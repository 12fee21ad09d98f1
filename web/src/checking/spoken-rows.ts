import { type Caveat, type Finding, fill, sayCaveat, type Words } from '@tallystick/proof'

/** Says what verdicts leave open. */
export function caveatTexts(caveats: readonly Caveat[], words: Words): string[] {
  return caveats.map((caveat) => sayCaveat(caveat, words))
}

/** Names sources in a sentence, each once; empty for none. */
export function sourcesText(by: Finding['sources'], words: Words): string {
  return by.length === 0 ? '' : fill('{by}', { by }, words)
}
