import { englishWords } from '@tallystick/proof'
import { errors } from './errors.js'
import { common } from './general.js'
import { verify } from './verify.js'

/** Texts of the public pages, by namespace. */
export const texts = { common, errors, verify, findings: englishWords }
