import { isUuid } from '../../base/ids.js'

/** The part of the validator (Ajv) that is needed here. */
interface Validator {
  formats: Readonly<Record<string, unknown>>
  addFormat(name: string, format: RegExp | ((text: string) => boolean)): unknown
}

/** Narrows the formats `uuid` and `date-time` to what PostgreSQL and Date accept: no `urn:uuid:…`, no leap seconds. */
export function narrowFormats(validator: Validator): void {
  const { validate } = validator.formats['date-time'] as { validate: (text: string) => boolean }
  validator.addFormat('uuid', isUuid)
  validator.addFormat('date-time', (text) => validate(text) && !Number.isNaN(Date.parse(text)))
}
