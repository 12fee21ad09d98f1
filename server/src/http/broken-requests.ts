import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { currentAnswer } from './connections.js'
import { type ApiError, apiError } from './errors.js'

/** What Node says of a request that it could not read, in our words. */
function errorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return apiError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return apiError('request_timeout')
  return apiError('malformed_request')
}

/**
 * Answers what is not HTTP, or came too slowly, in the envelope, and closes the connection. There is no request to answer
 * here, so the answer is written by hand.
 *
 * @returns what was answered, or null when the client is gone, or in the middle of an answer
 */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket, requestId: string): ApiError | null {
  // Bytes of ours inside of another answer would be taken for its content.
  if (error.code === 'ECONNRESET' || !socket.writable || currentAnswer(socket)?.headersSent) {
    socket.destroy()
    return null
  }
  const answer = errorOf(error.code)
  const body = JSON.stringify({ status: answer.status, message: answer.message })
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    `Error-Code: ${answer.code}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  return answer
}
