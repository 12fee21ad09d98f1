import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { currentAnswer } from '../../base/internals.js'
import { type ApiError, apiError } from '../errors.js'

/** Translates Node's code for a request that it couldn't parse. */
function errorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return apiError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return apiError('request_timeout')
  return apiError('malformed_request')
}

/**
 * Answers input that isn't HTTP, or that arrived too slowly, in the envelope, and closes the connection. Fastify has no request
 * at this point, so the answer is written by hand.
 *
 * @param headers those of every answer
 * @returns the answer, or null when the client has gone or an answer is already being sent
 */
export function answerBroken(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): ApiError | null {
  // Bytes written into another answer would be read as its content.
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
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  return answer
}
