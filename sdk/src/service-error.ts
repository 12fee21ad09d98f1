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
  // The status says enough when the connection breaks in the words.
  const text = await response.text().catch(() => '')
  return new ServiceError(messageIn(text) ?? `The service answered ${status}`, {
    status,
    code: headers.get('error-code') ?? 'unknown',
    requestId: headers.get('request-id'),
    retryAfterS: retryAfterOf(headers),
  })
}

/** Returns the seconds that `Retry-After` asks for, which proxies may give as a date; null without one. */
export function retryAfterOf(headers: Headers): number | null {
  const asked = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(asked)) return Number(asked)
  const dateMs = Date.parse(asked)
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - Date.now()) / 1000))
}

function messageIn(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
