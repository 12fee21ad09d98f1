import { errors } from './errors.js'
import { common } from './general.js'
import { verify } from './verify.js'

/** The same in German. */
export const messages = { common, errors, verify }
