import { toBase64 } from '../base64.js'

/** The node did not answer, refused to, or did not answer in JSON-RPC. Says nothing about the proof. */
export class RpcError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RpcError'
  }
}

/** The node answered that it does not do what it was asked for. */
export class RpcRefusal extends RpcError {}

export type RpcOptions = {
  /** Maximum wait for one answer, in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number
}

/** Calls a method of a node. */
export type RpcCall = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/**
 * Returns a caller of an Ethereum node's JSON-RPC over HTTP.
 * @throws {@link RpcError} from the call when the node does not answer in time, or answers with an error.
 */
export function rpcCaller(url: string, { timeoutMs = 10_000 }: RpcOptions = {}): RpcCall {
  const target = httpUrl(url)
  return async (method, ...params) => {
    const answer = await post(target, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), timeoutMs)
    if (!isObject(answer) || (!('result' in answer) && !('error' in answer))) {
      throw new RpcError(`${target.host} does not answer like a JSON-RPC node`)
    }
    if (isObject(answer.error))
      throw new RpcRefusal(`the node refused ${method}: ${String(answer.error.message).slice(0, 300)}`)
    return answer.result
  }
}

async function post(target: URL, body: string, timeoutMs: number): Promise<unknown> {
  try {
    const { address, headers } = requestOf(target)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' })
    // Followed, one node's answer would count as that of two.
    if (response.type === 'opaqueredirect' || redirects.has(response.status)) throw new Redirect()
    return JSON.parse(await textOf(response))
  } catch (error) {
    // Only the host, because the path may contain a key.
    throw new RpcError(`${target.host} does not answer${detailOf(error, timeoutMs)}`, { cause: error })
  }
}

class Redirect extends Error {}
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A full block with its transactions takes a few megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

async function textOf(response: Response): Promise<string> {
  const pieces: string[] = []
  const decoder = new TextDecoder()
  let length = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.length
    if (length > MAX_ANSWER_BYTES) throw new RangeError('too long')
    pieces.push(decoder.decode(next.value, { stream: true }))
  }
  return pieces.join('')
}

function detailOf(error: unknown, timeoutMs: number): string {
  if (error instanceof SyntaxError) return ' in JSON'
  if (error instanceof Redirect) return ' itself, but redirects. Give the address that it leads to'
  if (error instanceof RangeError) return ` within ${MAX_ANSWER_BYTES} bytes`
  return error instanceof Error && error.name === 'TimeoutError' ? ` within ${timeoutMs} ms` : ''
}

/** Moves user name and password, which some nodes require, into a header: `fetch` refuses them in an address. */
function requestOf(target: URL): { readonly address: URL; readonly headers: Record<string, string> } {
  const headers = { 'content-type': 'application/json' }
  if (target.username === '' && target.password === '') return { address: target, headers }
  const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`
  const address = Object.assign(new URL(target), { username: '', password: '' })
  const bytes = new TextEncoder().encode(login)
  return { address, headers: { ...headers, authorization: `Basic ${toBase64(bytes)}` } }
}

function httpUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new RpcError('the RPC must be an http or https URL')
  }
  return parsed
}

/** Returns whether a value is an object, and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
