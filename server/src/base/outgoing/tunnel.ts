import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { loginOf } from '../credentials.js'
import type { Target } from './proxies.js'

/** Thrown when a proxy makes no connection. */
class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code = 'ERR_PROXY'
}

const connectMs = 10_000

/**
 * Connects through a proxy (RFC 9110, CONNECT). The proxy resolves the name. It sees nothing of what an https address is asked.
 *
 * @param proxy its address; a user and password in it are sent as Basic authentication
 * @throws {ProxyError}
 */
export function tunnel(proxy: string, { host, port }: Target): Promise<Socket> {
  const { protocol, hostname, port: ownPort, host: name } = new URL(proxy)
  const own = hostname.replace(/^\[|\]$/g, '')
  const place = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { authorization } = loginOf(proxy)
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const asked = send({
      method: 'CONNECT',
      agent: false,
      hostname: own,
      port: ownPort,
      // Else the certificate of an encrypted proxy would have to be that of the target.
      servername: isIP(own) === 0 ? own : '',
      path: place,
      headers: { host: place, ...(authorization && { 'proxy-authorization': authorization }) },
      timeout: connectMs,
    })
    const fail = (words: string) => {
      asked.destroy()
      reject(new ProxyError(words))
    }
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return fail(`the proxy ${name} refuses to connect to ${place} with HTTP status ${statusCode}`)
      }
      // It bounded the time to connect alone.
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    asked.once('response', ({ statusCode }) => fail(`the proxy ${name} answers CONNECT with HTTP status ${statusCode}`))
    asked.once('timeout', () => fail(`the proxy ${name} did not connect to ${place} within ${connectMs} ms`))
    asked.on('error', (error) => fail(`the proxy ${name} can't be reached: ${wordsOf(error)}`))
    asked.end()
  })
}

/** When none of several addresses can be reached, Node's own error has no words. */
const wordsOf = (error: Error) => (error instanceof AggregateError ? (error.errors[0] as Error) : error).message
