import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { loginOf } from '../base/credentials.js'

/** Posts JSON. @throws {Error} when no whole answer comes in time */
export type Post = (body: string) => Promise<{ status: number; body: string }>

/** More than a hundred full blocks of a large chain. */
const answerBytesMax = 256 << 20
/** An idle connection is closed before a proxy in between forgets it. */
const keeping = { keepAlive: true, timeout: 4000 }
const agents = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) }

/** Returns how to post to an address, over connections that stay open. Its user name and password are sent as Basic authentication. */
export function httpPost(url: string, timeoutMs: number): Post {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const isSecure = protocol === 'https:'
  const send = isSecure ? httpsRequest : httpRequest
  const options: RequestOptions = {
    method: 'POST',
    agent: isSecure ? agents.https : agents.http,
    // Node wants an IPv6 address without its brackets.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname + search,
  }
  const login = loginOf(url)
  return (body) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...login,
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sent = send({ ...options, headers }, (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > answerBytesMax) end(new Error(`an answer of more than ${answerBytesMax} bytes`))
        })
        response.on('end', () => {
          clearTimeout(late)
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
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
