import { type ApiError, apiError, type ErrorCode, errorTable } from '../../http/errors.js'

/** Maps better-auth's codes to ours. */
const translated: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'login_failed',
  INVALID_PASSWORD: 'password_wrong',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'password_wrong',
  PASSWORD_TOO_SHORT: 'password_unfit',
  PASSWORD_TOO_LONG: 'password_unfit',
  // A concurrent registration with the same address was faster.
  FAILED_TO_CREATE_USER: 'unavailable',
  EMAIL_NOT_VERIFIED: 'email_unverified',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'registration_closed',
  INVALID_TOKEN: 'link_invalid',
  TOKEN_EXPIRED: 'link_invalid',
  INVALID_CODE: 'code_wrong',
  INVALID_BACKUP_CODE: 'code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'login_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'login_expired',
  SESSION_NOT_FRESH: 'session_old',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_refused',
  PREVIOUSLY_REGISTERED: 'passkey_refused',
}

/** By status, for codes not listed above. */
const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'session_missing',
  403: 'forbidden',
  404: 'not_found',
  // Two logins took a backup code of one account at the same moment, and this one came second: its attempt is used up.
  409: 'login_expired',
  429: 'rate_limited',
}

/** Translates an error of better-auth into one of ours. */
export function portalError(status: number, body: unknown, headers: Headers): ApiError {
  const { code = '', message = '' } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: string
    message?: string
  }
  const own = code in errorTable ? (code as ErrorCode) : translated[code]
  if (own !== undefined) return apiError(own)
  if (code === 'INVALID_EMAIL') return apiError('invalid', { field: 'email', problem: 'expected an e-mail address' })
  const known = byStatus[status]
  if (known === 'rate_limited') {
    return apiError(known, {}, { headers: { 'retry-after': headers.get('x-retry-after') ?? '60' } })
  }
  if (known !== undefined) return apiError(known)
  if (status >= 500) return apiError('internal', {}, { cause: new Error(`login: ${code || message}`) })
  return apiError('invalid', { field: 'body', problem: message || 'has an unexpected format' })
}
