import { type Exchange, exchangeBy } from '../base/outgoing/exchange.js'
import { isSocketAddress, socketPost } from '../embedded/socket-post.js'

/** Posts JSON. @throws {Error} when no whole answer comes in time */
export type Post = (body: string) => Promise<{ status: number; body: string }>

/** Opens the line to an address; the model of the faults has its own. */
export type Transport = (url: string, timeoutMs: number) => Post

/** More than a hundred full blocks of a large chain. */
const answerBytesMax = 256 << 20
const headers = { 'content-type': 'application/json', accept: 'application/json' }

/** Returns the transport of nodes: the embedded one's socket, or HTTP. */
export function transportBy(exchange: Exchange): Transport {
  return (url, timeoutMs) => {
    if (isSocketAddress(url)) return socketPost(url, timeoutMs)
    return async (body) => {
      const asked = { method: 'POST', headers, body, timeoutMs, bytesMax: answerBytesMax } as const
      const answer = await exchange(url, asked)
      return { status: answer.status, body: answer.body.toString() }
    }
  }
}

/** Reaches nodes without a proxy. */
export const direct = transportBy(exchangeBy(undefined))
