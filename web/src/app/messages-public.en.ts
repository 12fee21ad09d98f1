import { verify } from '../features/verify/messages.en.js'
import { common } from './common.en.js'
import { errors } from './errors.en.js'

/** All words of the pages for everybody. */
export const messages = { common, errors, verify }
