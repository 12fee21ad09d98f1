import { sized } from '../../../test/tier.js'
import type { Language } from '../../src/texts/languages.js'

/** The languages that the flows' words are written in. */
const flowLanguages = ['en', 'de'] as const satisfies readonly Language[]
type FlowLanguage = (typeof flowLanguages)[number]

/**
 * Returns the languages of a flow: all in the long tier, otherwise `main` alone. Half of the flows run in each language, and
 * `pages.test.ts` opens every page in every language of the portal.
 */
export function languages(main: FlowLanguage): readonly FlowLanguage[] {
  return sized<readonly FlowLanguage[]>({ short: [main], long: flowLanguages })
}
