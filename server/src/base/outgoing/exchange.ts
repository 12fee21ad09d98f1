import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { loginOf } from '../credentials.js'
import { type Agents, agentsOf } from './agents.js'
import { type Proxies, targetOf } from './proxies.js'

/** A request whose answer is read whole. */
export interface Asked {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  timeoutMs: number
  /** Longest answer that is read. */
  bytesMax: number
  signal?: AbortSignal
}

/** A whole answer. */
export interface Answered {
  status: number
  body: Buffer
}

/**
 * Sends a request to an address whose host the operator chose. A user and password in the address are sent as Basic authentication.
 * Follows no redirects, and repeats nothing: the caller knows whether to.
 *
 * @throws {Error} when no whole answer comes in time, or it is too long
 */
export type Exchange = (address: string, asked: Asked) => Promise<Answered>

/** Returns how to send requests, over connections that stay open, through the proxies that are set. */
export function exchangeBy(proxies: Proxies | undefined): Exchange {
  // An idle connection is closed before a proxy in between forgets it.
  const agents = agentsOf(proxies, { timeout: 4000 })
  return (address, asked) => exchange(agents, address, asked)
}

function exchange(
  agents: Agents,
  address: string,
  { method, headers, body = '', timeoutMs, bytesMax, signal }: Asked,
): Promise<Answered> {
  const { protocol, host, port } = targetOf(address)
  const { pathname, search } = new URL(address)
  const isSecure = protocol === 'https:'
  const options: RequestOptions = {
    method,
    agent: isSecure ? agents.https : agents.http,
    hostname: host,
    port,
    path: pathname + search,
    headers: {
      'user-agent': 'tallystick',
      ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
      ...loginOf(address),
    },
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > bytesMax) end(new Error(`an answer of more than ${bytesMax} bytes`))
      })
      response.on('end', () => {
        clearTimeout(late)
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) })
      })
      response.on('error', end)
    })
    const end = (error: Error) => {
      clearTimeout(late)
      reject(error)
      sent.destroy()
    }
    const late = setTimeout(() => end(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    // When none of several addresses can be reached, Node's own error has no words.
    sent.on('error', (error) => end(error instanceof AggregateError ? error.errors[0] : error))
    sent.end(body)
  })
}
