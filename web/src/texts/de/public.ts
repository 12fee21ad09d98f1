import { germanWords } from '@tallystick/proof'
import { errors } from './errors.js'
import { common } from './general.js'
import { verify } from './verify.js'

export const texts = { common, errors, verify, findings: germanWords }
