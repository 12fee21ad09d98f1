/** An error as clients see it. `{field}` and the like are filled in from the parameters. */
interface ErrorKind {
  status: number
  message: string
  /** Seconds after which the same request is worth repeating; not set when it isn't. */
  retryAfterS?: number
}

/** Every error that clients can get, by its stable code (header `Error-Code`). The documentation is tested against this table. */
export const errorTable = {
  token_missing: { status: 400, message: 'Authorization Token Not Found' },
  token_invalid: { status: 401, message: 'Invalid auth token' },
  user_not_found: { status: 404, message: 'User Not Found' },
  stamp_not_found: { status: 404, message: 'Stamp does not exist' },
  stamp_exists: { status: 409, message: 'Stamp Already Exists' },
  already_stamped: { status: 409, message: 'Already Stamped' },
  hash_is_public: {
    status: 409,
    message: 'There is a public stamp of this hash already, so this one stays private',
  },
  stamp_stays_public: { status: 409, message: 'A public stamp cannot become private again: others may have seen it' },
  list_too_long: {
    status: 422,
    message: 'More than {limit} items match, which is too many to sort. Narrow the filters.',
  },
  selection_too_large: {
    status: 422,
    message: 'This selects more than {limit} stamps. Nothing was done. Narrow the filters.',
  },
  code_not_reserved: {
    status: 409,
    message:
      'code: {code} is not reserved for this account, has expired or was used already. Nothing was stamped. Reserve another one: POST /hash/codes.',
  },
  code_sealed: {
    status: 409,
    message: 'code: {code} has sealed another copy already. Reserve another one: POST /hash/codes.',
  },
  seal_off: { status: 403, message: 'This service does not seal copies. Its operator can set SEAL_COPIES.' },
  too_many_codes: {
    status: 429,
    message:
      'An account can have at most {limit} reserved codes at once. Use some, or try again when the first of them has expired.',
    retryAfterS: 60,
  },
  run_not_found: { status: 404, message: 'Run does not exist' },
  too_many_runs: { status: 409, message: 'An account can have at most {limit} runs' },
  too_many_tags: {
    status: 409,
    message: 'An account can have at most {limit} different tags. Nothing was changed. Remove some first.',
  },
  too_many_tags_of_stamp: {
    status: 409,
    message: 'A stamp can have at most {limit} tags. Nothing was changed. Remove some first.',
  },
  folder_not_found: { status: 404, message: 'Folder does not exist' },
  folder_exists: { status: 409, message: 'Folder Already Exists' },
  folder_in_bin: { status: 409, message: 'The folder is in the bin. Restore it first.' },
  folder_cycle: { status: 409, message: 'A folder cannot be moved into itself or one of its subfolders' },
  folder_too_deep: { status: 409, message: 'Folders can be nested at most 32 levels deep' },
  folder_too_large: {
    status: 422,
    message: 'This folder and its subfolders contain more than {limit} files. Request the subfolders one by one.',
  },
  end_user_not_found: { status: 404, message: 'User does not exist' },
  user_not_enrolled: {
    status: 403,
    message: 'userId: neither your account nor a user that you enrolled. Enrol the user first: POST /v2/enroll-user.',
  },
  webhook_not_found: { status: 404, message: 'Webhook does not exist' },
  webhook_disabled: { status: 409, message: 'The webhook is disabled. Enable it first.' },
  webhooks_too_many: { status: 409, message: 'An account can have at most {limit} webhooks. Delete one first.' },
  delivery_not_found: { status: 404, message: 'Delivery does not exist' },
  ots_needs_sha256: {
    status: 422,
    message: 'Only proofs of SHA-256 digests are available as .ots. Request the JSON instead.',
  },
  block_not_found: { status: 404, message: 'The chain has no block of this number yet' },
  node_unavailable: {
    status: 503,
    message: 'The node of the chain is not responding. Try again.',
    retryAfterS: 5,
  },
  tsr_missing: {
    status: 404,
    message:
      'This proof has no timestamp (RFC 3161) yet. Ask again later, if the operator has set a timestamping authority.',
  },
  tsa_off: { status: 403, message: 'This service is not a timestamping authority. Its operator can set TSA.' },
  calendar_off: {
    status: 403,
    message: 'This service is not an OpenTimestamps calendar. Its operator can set OTS_CALENDAR.',
  },
  anonymous_account_missing: {
    status: 503,
    message:
      'The account for callers without a login does not exist or is closed. The operator must set ANONYMOUS_ACCOUNT.',
  },
  timestamp_pending: { status: 404, message: 'Pending confirmation in {network}' },
  timestamp_not_found: { status: 404, message: 'Commitment not found' },
  token_not_found: { status: 404, message: 'No timestamp token has this serial number' },
  client_not_found: { status: 404, message: 'Client does not exist' },
  too_many_clients: { status: 409, message: 'An account can have at most {limit} clients. Revoke one first.' },
  device_not_found: {
    status: 404,
    message: 'No device waits with this code. Codes expire after 10 minutes: start the login on the device again.',
  },
  too_many_devices: {
    status: 429,
    message: 'Too many devices are waiting to be connected. Try again in a few minutes.',
    retryAfterS: 60,
  },
  // The next four by the names of RFC 8628 §3.5.
  authorization_pending: {
    status: 400,
    message: 'The device is not connected yet. Ask again after the interval.',
    retryAfterS: 2,
  },
  slow_down: {
    status: 400,
    message: 'This was asked too soon after the last time. Wait 5 seconds longer from now on.',
    retryAfterS: 7,
  },
  access_denied: { status: 400, message: 'The device was refused' },
  expired_token: {
    status: 400,
    message: 'This device code is unknown, has expired or was used already. Start the login again.',
  },
  session_not_found: { status: 404, message: 'Session does not exist' },
  own_account: { status: 409, message: 'You cannot disable your own account. Another operator can.' },
  account_erasing: { status: 409, message: 'The account is being erased: that can no longer be changed.' },
  browser_not_found: { status: 404, message: 'Browser does not exist' },
  session_missing: { status: 401, message: 'You are not logged in' },
  session_old: {
    status: 403,
    message: 'This requires a login of the last 10 minutes. Log in again, or use POST /account/step-up.',
  },
  step_up_required: {
    status: 403,
    message: 'This requires your password or a 6-digit code first, at most 10 minutes ago. Use POST /account/step-up.',
  },
  step_up_refused: { status: 403, message: 'This code was not accepted. Each works once: wait for the next one.' },
  second_factor_required: {
    status: 403,
    message: 'This service requires an authenticator app, and your account has none. Set one up in the portal.',
  },
  passkey_unverified: {
    status: 403,
    message:
      'This service requires a passkey that asks for a fingerprint, a face or a PIN. Use another one, or the password.',
  },
  registration_closed: { status: 403, message: 'Registration is closed. Ask the operator for an account.' },
  login_failed: { status: 401, message: 'Wrong e-mail address or password' },
  account_disabled: { status: 403, message: 'This account is disabled. Ask the operator of this service.' },
  login_expired: { status: 401, message: 'The login took too long. Start again.' },
  email_unverified: {
    status: 403,
    message: 'Your e-mail address is not confirmed yet. Open the link in the mail we sent.',
  },
  password_wrong: { status: 403, message: 'Wrong password' },
  password_unfit: { status: 400, message: 'The password must have 10 to 128 characters' },
  password_common: {
    status: 400,
    message: 'This password is one of the most common ones, which are guessed first. Choose another one.',
  },
  password_obvious: {
    status: 400,
    message: 'This password rests on names that are guessed first here. It must have 10 characters without them.',
  },
  code_wrong: { status: 401, message: 'Wrong code' },
  code_used: { status: 401, message: 'This code has already been used. Wait for the next one.' },
  link_invalid: { status: 400, message: 'This link has expired or has already been used. Request a new one.' },
  email_taken: { status: 409, message: 'This e-mail address belongs to another account' },
  passkey_refused: { status: 400, message: 'The passkey was not accepted' },
  mail_missing: { status: 503, message: 'This service cannot send mail. Its operator must set SMTP_URL.' },
  mailbox_locked: { status: 403, message: 'The mailbox takes the token that the operator set as MAILBOX_TOKEN.' },
  forbidden: { status: 403, message: 'Forbidden' },
  invalid: { status: 400, message: '{field}: {problem}' },
  malformed_json: { status: 400, message: 'The body is not valid JSON: {problem}' },
  body_missing: { status: 400, message: 'The body is missing. Expected JSON.' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This address accepts only {allowed}' },
  too_large: { status: 413, message: 'The body is larger than {limit} bytes' },
  file_not_found: { status: 404, message: 'File does not exist' },
  deletion_not_found: {
    status: 404,
    message: 'Deletion does not exist, or its certificate has expired',
  },
  deletion_running: {
    status: 409,
    message: 'The deletion is still running. Try again in a moment.',
    retryAfterS: 1,
  },
  page_not_drawn: { status: 422, message: 'This page cannot be rendered. Download the file instead.' },
  file_in_bin: { status: 409, message: 'The file is in the bin. Restore it first.' },
  file_mismatch: { status: 422, message: 'File does not match the stored file' },
  file_too_large: { status: 413, message: 'The file is larger than {limit} bytes' },
  form_expected: { status: 415, message: 'Expected Content-Type: multipart/form-data; boundary=…' },
  malformed_form: { status: 400, message: 'The body is not valid multipart/form-data: {problem}' },
  upload_not_found: { status: 404, message: 'Upload does not exist or has expired. Start a new one.' },
  upload_offset: {
    status: 409,
    message: 'Upload-Offset: does not match the bytes received so far. Query the offset with HEAD.',
  },
  upload_busy: {
    status: 423,
    message: 'Another request is using this upload. Query the offset with HEAD.',
    retryAfterS: 1,
  },
  upload_damaged: {
    status: 410,
    message: 'A stored part of this upload is damaged. Nothing was recorded. Start a new upload.',
  },
  too_many_uploads: {
    status: 429,
    message: 'There are already {limit} unfinished uploads. Finish or delete some.',
    retryAfterS: 60,
  },
  tus_expected: { status: 412, message: 'Tus-Resumable: expected 1.0.0' },
  content_damaged: {
    status: 500,
    message: 'The stored content is damaged, so it is not served. The operator can restore it from a backup.',
  },
  range_unsatisfiable: { status: 416, message: 'The requested range is beyond the end of the file' },
  link_expired: { status: 403, message: 'This link has expired. Request the file again.' },
  encoding_unsupported: {
    status: 415,
    message: 'Content-Encoding: {encoding} is not supported. Send the body without compression.',
  },
  charset_unsupported: {
    status: 415,
    message: 'Content-Type: charset={charset} is not supported. Send the body as UTF-8.',
  },
  unsupported_type: { status: 415, message: 'Expected Content-Type: {expected}' },
  host_unknown: {
    status: 421,
    message: 'This service does not answer at {host}, only at {known}. Its operator sets its address with PUBLIC_URL.',
  },
  malformed_request: { status: 400, message: 'Not a valid HTTP request' },
  request_timeout: { status: 408, message: 'The request did not arrive in time' },
  headers_too_large: { status: 431, message: 'The headers are larger than 16 KiB' },
  idempotency_key_invalid: { status: 400, message: 'Idempotency-Key: expected 1 to 255 visible ASCII characters' },
  idempotency_mismatch: {
    status: 422,
    message: 'Idempotency-Key: this key was used with a different request. Choose a new one.',
  },
  idempotency_running: {
    status: 409,
    message: 'Idempotency-Key: the first request with this key is still running. Try again.',
    retryAfterS: 1,
  },
  too_many_streams: {
    status: 429,
    message: 'This account already has {limit} event streams open. Close one first.',
    retryAfterS: 5,
  },
  too_many_downloads: {
    status: 429,
    message: 'Too many downloads are under way. Finish some first.',
    retryAfterS: 5,
  },
  queue_full: {
    status: 429,
    message: 'Too many requests like this one are waiting already. Nothing was changed. Try again later.',
    retryAfterS: 10,
  },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.', retryAfterS: 60 },
  unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable. Nothing was changed. Try again.',
    retryAfterS: 1,
  },
  storage_full: { status: 507, message: 'Not enough storage for this file. Nothing was saved.' },
  disk_low: {
    status: 507,
    message:
      'The disk of the service is nearly full, so it takes no more files for now. Nothing was saved; stamps still work. Try again later.',
    retryAfterS: 60,
  },
  disk_full: {
    status: 507,
    message:
      'The disk of the service has only the room left that deleting needs, so nothing is recorded for now. Nothing was changed. Try again later.',
    retryAfterS: 60,
  },
  storage_quota: {
    status: 507,
    message:
      'This account uses {used} of the {limit} bytes it can store, so this does not fit. Nothing was saved. Delete files permanently, or ask the operator for more.',
  },
  unfinished_quota: {
    status: 429,
    message:
      'Unfinished uploads of this account already take {used} of {limit} bytes. Finish or delete some, or wait: they expire after 24 hours.',
    retryAfterS: 3600,
  },
  stamp_quota: {
    status: 429,
    message:
      'This account can make {limit} stamps a day. Nothing was stamped. Try again after midnight UTC, or ask the operator for more.',
    retryAfterS: 3600,
  },
  address_share: {
    status: 429,
    message:
      'This address has used its share of the stamps that can be made here today without a login. Nothing was stamped. Try again after midnight UTC, or log in.',
    retryAfterS: 3600,
  },
  bulk_quota: {
    status: 429,
    message:
      'Multi-stamp requests of this account with {used} items are still running; {limit} items can run at once. Wait for them, or send fewer items.',
    retryAfterS: 5,
  },
  outcome_unknown: {
    status: 503,
    message: 'The database connection was lost. It is unknown whether this was recorded. Look it up, or try again.',
    retryAfterS: 1,
  },
  internal: { status: 500, message: 'Something went wrong, please try again' },
} as const satisfies Record<string, ErrorKind>

/** The stable code of an error. */
export type ErrorCode = keyof typeof errorTable

/** An error for the client, from {@link errorTable}. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** Further response headers, lower case. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, headers: Record<string, string>, cause: unknown) {
    super(message, { cause })
    const kind: ErrorKind = errorTable[code]
    this.code = code
    this.status = kind.status
    this.headers = kind.retryAfterS === undefined ? headers : { 'retry-after': String(kind.retryAfterS), ...headers }
  }
}

/** Makes an error of the table; `parameters` fill the placeholders in its message. */
export function apiError(
  code: ErrorCode,
  parameters: Record<string, string | number> = {},
  options: { headers?: Record<string, string>; cause?: unknown } = {},
): ApiError {
  const message = errorTable[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''))
  return new ApiError(code, message, options.headers ?? {}, options.cause)
}

/** Makes the error of a field that doesn't fit. */
export function invalid(field: string, problem: string): ApiError {
  return apiError('invalid', { field, problem })
}

/** A name that is taken once stands there again: a header, a query parameter, a member, a field of a form. */
export function repeated(field: string): ApiError {
  return invalid(field, 'expected once, not repeated')
}
