import { errors } from '../errors.js'
import { front } from '../front.js'
import { common } from '../general.js'

/** Texts of every public page. */
export const texts = { common, errors, front }
