import { errors } from './errors.js'
import { common } from './general.js'
import { verify } from './verify.js'

/** All words of the pages for everybody. */
export const messages = { common, errors, verify }
