/**
 * Machine-readable reasons why an attempt failed: the complete list, as in the delivery log, its documentation and the portal.
 * A code never changes its meaning.
 */
export const failureCodes = [
  'not_allowed',
  'name_unknown',
  'name_unresolved',
  'address_refused',
  'connection_refused',
  'unreachable',
  'connect_timeout',
  'certificate_refused',
  'encryption_failed',
  'connection_lost',
  'timeout',
  'not_http',
  'headers_too_large',
  'redirect',
  'answer_timeout',
  'answer_lost',
  'other',
] as const

/** One of {@link failureCodes}. */
export type FailureCode = (typeof failureCodes)[number]

/** Why an attempt failed. */
export interface Failure {
  code: FailureCode
  /** For the owner; never names addresses of the operator's network. */
  words: string
}

/** Ends an attempt that takes too long. */
export class AttemptTimeoutError extends Error {}

/** Stops reading a body that is too long. */
export class BodyLimitError extends Error {}

/**
 * Returns why an attempt failed.
 *
 * @param status of the answer; null when none came
 * @param error that ended the exchange early
 * @param totalMs time limit of the attempt
 * @returns null when the exchange succeeded, even with a refusing status
 */
export function failureOf(status: number | null, error: Error | null, totalMs: number): Failure | null {
  const seconds = totalMs / 1000
  if (status === null) {
    return error instanceof AttemptTimeoutError
      ? { code: 'timeout', words: `no response within ${seconds} s` }
      : describe(error)
  }
  if (status >= 300 && status <= 399) {
    return { code: 'redirect', words: 'redirects are not followed. Register the final address.' }
  }
  if (error instanceof AttemptTimeoutError) {
    return { code: 'answer_timeout', words: `the response did not end within ${seconds} s` }
  }
  if (error && !(error instanceof BodyLimitError)) {
    return { code: 'answer_lost', words: 'the connection was lost before the response ended' }
  }
  return null
}

/** Returned when nothing was sent because the address is not allowed; the policy may have changed since it was registered. */
export function notAllowed(problem: string): Failure {
  return { code: 'not_allowed', words: `nothing was sent. redirectUrl: ${problem}` }
}

const lost: Failure = { code: 'connection_lost', words: 'the connection was lost before a response arrived' }
const nameless: Failure = { code: 'name_unknown', words: 'the host name has no address' }
const unreachable: Failure = { code: 'unreachable', words: 'the receiver is unreachable' }
const unconnected: Failure = { code: 'connect_timeout', words: 'connecting timed out' }

/** By the codes of Node and undici. */
const byCode: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: { code: 'connection_refused', words: 'the connection was refused' },
  ECONNRESET: lost,
  EPIPE: lost,
  UND_ERR_SOCKET: lost,
  ENOTFOUND: nameless,
  EBADNAME: nameless,
  ENODATA: nameless,
  ESERVFAIL: { code: 'name_unresolved', words: 'the host name could not be resolved' },
  ETIMEOUT: { code: 'name_unresolved', words: 'the host name could not be resolved in time' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unconnected,
  UND_ERR_CONNECT_TIMEOUT: unconnected,
  UND_ERR_HEADERS_OVERFLOW: { code: 'headers_too_large', words: 'the response headers are larger than 16 KiB' },
  ERR_PROXY: { code: 'unreachable', words: 'the proxy in between could not connect to the receiver' },
  ERR_ADDRESS_REFUSED: { code: 'address_refused', words: 'the receiver does not have a public address' },
}

function describe(error: Error | null): Failure {
  const { code = '', name, message = '', errors } = (error ?? {}) as NodeJS.ErrnoException & { errors?: Error[] }
  // Several addresses were tried: report the first error.
  if (Array.isArray(errors) && errors[0]) return describe(errors[0])
  const known = byCode[code]
  if (known) return known
  if (name === 'HTTPParserError') return { code: 'not_http', words: 'the response is not valid HTTP' }
  if (/CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/.test(code)) {
    return { code: 'certificate_refused', words: `the TLS certificate is not valid: ${code}` }
  }
  if (/SSL|TLS/.test(code)) return { code: 'encryption_failed', words: `the TLS handshake failed: ${code}` }
  return { code: 'other', words: `the connection failed: ${code || message.slice(0, 200)}` }
}
