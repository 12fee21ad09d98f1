/** An error answer of the service. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** HTTP status. */
  readonly status: number
  /** Stable code (header `Error-Code`), see docs/errors.md; `unknown` when something between client and service answered. */
  readonly code: string
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** Seconds to wait before repeating the request; null when repeating is pointless. */
  readonly retryAfterS: number | null

  constructor(message: string, answer: Pick<ServiceError, 'status' | 'code' | 'requestId' | 'retryAfterS'>) {
    super(message)
    this.status = answer.status
    this.code = answer.code
    this.requestId = answer.requestId
    this.retryAfterS = answer.retryAfterS
  }
}

/** Converts a non-2xx answer into an error. */
export async function errorOf(response: Response): Promise<ServiceError> {
  const { headers, status } = response
  const after = headers.get('retry-after')
  return new ServiceError(messageIn(await response.text()) ?? `The service answered ${status}`, {
    status,
    code: headers.get('error-code') ?? 'unknown',
    requestId: headers.get('request-id'),
    retryAfterS: after !== null && /^\d+$/.test(after) ? Number(after) : null,
  })
}

function messageIn(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
