import { isUuid } from '../base/ids.js'

/** As much of the validator (Ajv) as is needed here. */
interface Validator {
  formats: Readonly<Record<string, unknown>>
  addFormat(name: string, format: RegExp | ((text: string) => boolean)): unknown
}

/** The forms of texts that the schemas name, no wider than PostgreSQL and Date have them: no `urn:uuid:…`, no leap seconds. */
export function narrowFormats(validator: Validator): void {
  const { validate } = validator.formats['date-time'] as { validate: (text: string) => boolean }
  validator.addFormat('uuid', isUuid)
  validator.addFormat('date-time', (text) => validate(text) && !Number.isNaN(Date.parse(text)))
}
