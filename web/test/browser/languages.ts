import { sized } from '../../../test/tier.js'

type Language = 'en' | 'de'

/**
 * Returns the languages of a flow: both in the long tier, otherwise `main` alone. Half of the flows run in each language, and
 * `pages.test.ts` opens every page in both.
 */
export function languages(main: Language): readonly Language[] {
  return sized({ short: [main], long: ['en', 'de'] })
}
