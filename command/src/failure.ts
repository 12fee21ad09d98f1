import { NetworkError, ServiceError } from '@tallystick/sdk'
import { exitCodes } from './exit-codes.js'

/** The message of an error for people, and the exit code. */
export function failure(error: unknown): { message: string; code: number } {
  if (error instanceof ServiceError) return { message: wordsOf(error), code: exitCodes.refused }
  if (error instanceof NetworkError) return { message: error.message, code: exitCodes.unreachable }
  return { message: error instanceof Error ? error.message : String(error), code: exitCodes.usage }
}

/** Whether the same request may succeed later: the service is away or busy, or a quota is used up for now. */
export function isTemporary(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof ServiceError && (error.status === 429 || error.status >= 500))
  )
}

function wordsOf({ message, code, requestId }: ServiceError): string {
  // The service doesn't say which: that would reveal who has an account.
  if (code === 'user_not_found')
    return 'The service knows no API client with this ID and secret key. It may have been revoked.'
  return `${message} (${code}${requestId === null ? '' : `, request ${requestId}`})`
}
