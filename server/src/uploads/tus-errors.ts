import { ERRORS } from '@tus/utils'
import { type ApiError, apiError, invalid } from '../http/errors.js'

const wrongType = () => apiError('unsupported_type', { expected: 'application/offset+octet-stream' })

/** Errors of the tus library, as API errors. */
const translations = new Map<unknown, () => ApiError>([
  [ERRORS.MISSING_OFFSET, () => invalid('Upload-Offset', 'this header is required')],
  [ERRORS.INVALID_OFFSET, () => apiError('upload_offset')],
  [ERRORS.INVALID_CONTENT_TYPE, wrongType],
  [ERRORS.FILE_NOT_FOUND, () => apiError('upload_not_found')],
  [ERRORS.FILE_NO_LONGER_EXISTS, () => apiError('upload_not_found')],
  [ERRORS.ERR_SIZE_EXCEEDED, () => invalid('body', 'longer than Upload-Length')],
  [
    ERRORS.INVALID_LENGTH,
    () => invalid('Upload-Length', 'this header is required; Upload-Defer-Length is not supported'),
  ],
  [ERRORS.INVALID_METADATA, () => invalid('Upload-Metadata', 'expected pairs of a key and a base64 value')],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, () => invalid('Upload-Concat', 'parallel uploads are not supported')],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, () => invalid('Upload-Defer-Length', 'not supported')],
  [ERRORS.ABORTED, () => apiError('upload_busy')],
])

/**
 * Translates a failed answer of the tus library into an error to throw.
 *
 * @param thrown the error the library caught, if any
 */
export function refusalOf(response: { status: number; body: string }, thrown: unknown): unknown {
  const translated = translations.get(thrown)?.()
  if (translated) return translated
  // The library's own error class, which it doesn't export.
  if ((thrown as { status_code?: number } | undefined)?.status_code === 413) {
    return invalid('body', 'longer than Upload-Length')
  }
  if (thrown !== undefined) return thrown
  // Invalid headers: the library answers before any handler runs.
  if (response.status === 412) return apiError('tus_expected')
  const [, header] = /^Invalid ([\w-]+)/.exec(response.body) ?? []
  if (header?.toLowerCase() === 'content-type') return wrongType()
  return invalid(header ?? 'request', 'does not conform to tus 1.0.0')
}
