import { verify } from '../features/verify/messages.de.js'
import { common } from './common.de.js'
import { errors } from './errors.de.js'

/** The same in German. */
export const messages = { common, errors, verify }
