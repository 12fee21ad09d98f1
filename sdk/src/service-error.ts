/** A refusal of the service, as it answered it. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** HTTP status. */
  readonly status: number
  /** Stable machine code (header `Error-Code`), see docs/errors.md; `unknown` when something in between answered. */
  readonly code: string
  /** Names the request in the service's log. */
  readonly requestId: string | null
  /** After how many seconds the same request is worth repeating; null when it is not. */
  readonly retryAfterS: number | null

  constructor(message: string, answer: Pick<ServiceError, 'status' | 'code' | 'requestId' | 'retryAfterS'>) {
    super(message)
    this.status = answer.status
    this.code = answer.code
    this.requestId = answer.requestId
    this.retryAfterS = answer.retryAfterS
  }
}

/** The error that an answer outside of 2xx is. */
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
