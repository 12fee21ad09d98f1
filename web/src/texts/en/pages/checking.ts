import { englishWords } from '@tallystick/proof'
import { shared } from '../verify/public-page.js'
import { verify } from '../verify/verify.js'

/** Texts of the pages that check documents and proofs. */
export const texts = { shared, verify, findings: englishWords }
