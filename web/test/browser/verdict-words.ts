import { englishWords, germanWords } from '@tallystick/proof'

/** Words of verdicts by language. */
export const verdictWords = { en: englishWords, de: germanWords }

/** Matches a whole sentence of a table of words, whatever its facts; those given must be these. */
export function sentence(text: string, facts: Readonly<Record<string, string>> = {}): RegExp {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '.+')}$`)
}

/** Matches the headline of a refusal. */
export function refusal(language: keyof typeof verdictWords, reason: string): RegExp {
  return sentence(verdictWords[language].headlines.refused.replace('{reason}', () => reason))
}
