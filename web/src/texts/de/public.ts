import { germanWords } from '@tallystick/proof'
import { errors } from './errors.js'
import { front } from './front.js'
import { common } from './general.js'
import { shared } from './public-page.js'
import { verify } from './verify.js'

export const texts = { common, errors, front, shared, verify, findings: germanWords }
