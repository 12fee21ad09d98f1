import { Type } from 'typebox'
import { languageCodes } from './languages.js'

/** Returns the schema of a field that holds a language. */
export function languageSchema(options: { description?: string } = {}) {
  return Type.Enum([...languageCodes], options)
}
