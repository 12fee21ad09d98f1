/** The node could not be asked, or its answer was no JSON-RPC answer. Says nothing about the proof. */
export class RpcError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RpcError'
  }
}

export type RpcOptions = {
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs?: number
}

/** Asks one thing of a node. */
export type RpcCall = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/**
 * A caller of an Ethereum node's JSON-RPC over HTTP.
 * @throws {@link RpcError} from the call when there is no answer in time, or the node answers with an error.
 */
export function rpcCaller(url: string, { timeoutMs = 10_000 }: RpcOptions = {}): RpcCall {
  const target = httpUrl(url)
  return async (method, ...params) => {
    const answer = await post(target, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), timeoutMs)
    if (!isObject(answer) || (!('result' in answer) && !('error' in answer))) {
      throw new RpcError(`${target.host} does not answer as a JSON-RPC node`)
    }
    if (isObject(answer.error)) throw new RpcError(`the node refuses ${method}: ${String(answer.error.message)}`)
    return answer.result
  }
}

async function post(target: URL, body: string, timeoutMs: number): Promise<unknown> {
  try {
    const { address, headers } = addressed(target)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(address, { method: 'POST', headers, body, signal })
    return await response.json()
  } catch (error) {
    const reason = error instanceof Error && error.name === 'TimeoutError' ? `within ${timeoutMs} ms` : 'at all'
    // The host alone: a key may be part of the path.
    throw new RpcError(`${target.host} does not answer ${reason}, or not in JSON`, { cause: error })
  }
}

/** Name and password, which some nodes want, go into a header: `fetch` takes no address that holds them. */
function addressed(target: URL): { readonly address: URL; readonly headers: Record<string, string> } {
  const headers = { 'content-type': 'application/json' }
  if (target.username === '' && target.password === '') return { address: target, headers }
  const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`
  const address = Object.assign(new URL(target), { username: '', password: '' })
  const bytes = new TextEncoder().encode(login)
  return { address, headers: { ...headers, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}

function httpUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new RpcError('the RPC has to be an http or https URL')
  }
  return parsed
}

/** Whether a value is an object whose members can be looked at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
