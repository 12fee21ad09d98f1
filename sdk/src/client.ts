import createFetch, {
  type ClientPathsWithMethod,
  type Client as Fetches,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch'
import type { paths } from './generated/openapi.js'
import { reach, readWhole } from './network-error.js'
import { type RetryOptions, retrying, type Send } from './retry.js'
import { errorOf } from './service-error.js'
import { unlessAborted } from './waiting.js'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Address of the service, such as `https://notary.example`. In a browser, the page's own origin by default. */
  baseUrl?: string
  /**
   * Returns the bearer token of a request, null for none. Called again with the token as `refused` when the service answered 401,
   * and with `why` = `session_old` when it wants a token given for the secret key itself in the last ten minutes: return a new
   * token to have the request sent again.
   */
  token?: (refused?: string, why?: 'session_old') => Promise<string | null> | string | null
  /** Sends the requests, instead of the runtime's own `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /**
   * Repeats requests after failed connections and temporary refusals, with an `Idempotency-Key` for each POST. Without it, each is
   * sent once.
   */
  retry?: RetryOptions
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Path<M extends Method> = ClientPathsWithMethod<Fetches<paths>, M>
type Init<M extends Method, P extends Path<M>> = MaybeOptionalInit<paths[P], M>
type Parameters<Value> = undefined extends Value ? [init?: Value] : [init: Value]

/** The data in an operation's envelope; the whole answer of an operation without one. */
export type Payload<M extends Method, P extends Path<M>> =
  MethodResponse<Fetches<paths>, M, P> extends infer Whole ? (Whole extends { data: infer Data } ? Data : Whole) : never

/** An answer with message and headers. */
export interface Answer<Data> {
  data: Data
  /** The service's message. */
  message: string
  headers: Headers
}

type Ask<M extends Method> = <P extends Path<M>>(path: P, ...init: Parameters<Init<M, P>>) => Promise<Payload<M, P>>

/**
 * All operations of the service, typed by its OpenAPI document. Methods return the data alone. They throw {@link ServiceError} when
 * the service refuses, and `NetworkError` when no answer arrives.
 */
export interface Client {
  get: Ask<'get'>
  post: Ask<'post'>
  put: Ask<'put'>
  patch: Ask<'patch'>
  delete: Ask<'delete'>
  /** Returns data, message and headers. Lists need the header `Next-Cursor`. */
  answer<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...init: Parameters<Init<M, P>>
  ): Promise<Answer<Payload<M, P>>>
  /** Sends any request to the service, with the token: downloads, streams. Throws like the other methods. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * Creates a client of the service. Runs in Node and in browsers.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://notary.example', token: withCredentials({ baseUrl, clientId, secretKey }) })
 * const { code, txid } = await client.post('/hash', { body: { hash, filename: 'contract.pdf' } })
 */
export function createClient(options: ClientOptions = {}): Client {
  const { token, retry } = options
  const baseUrl = (options.baseUrl ?? '').replace(/\/+$/, '')
  const given: Send = options.fetch ?? ((request) => globalThis.fetch(request))
  const streamed: Send = (request) => reach(request.url, () => given(request))
  const whole: Send = async (request) => readWhole(await streamed(request), request.url)
  const sending = (each: Send) => authorized(token, retry ? retrying(each, retry) : each)
  const send = sending(streamed)
  const raw = createFetch<paths>({ baseUrl, fetch: sending(whole) }) as Fetches<paths>
  const answer = async (method: Method, path: string, init: Record<string, unknown> = {}) => {
    // The types above describe each operation; this code serves all of them.
    const request = raw.request as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ data?: unknown; response: Response }>
    const { data, response } = await request(method, path, init)
    const body = data as { message?: string; data?: unknown } | undefined
    const isEnvelope = body !== undefined && typeof body === 'object' && 'status' in body && 'message' in body
    return {
      data: isEnvelope ? body.data : body,
      message: (isEnvelope && body.message) || '',
      headers: response.headers,
    }
  }
  const ask = (method: Method) => async (path: string, init?: Record<string, unknown>) =>
    (await answer(method, path, init)).data
  return {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
    answer,
    fetch: (path: string, init?: RequestInit) => send(new Request(`${baseUrl}${path}`, init)),
  } as Client
}

/** Sends requests with the token, retries once with a new token after a 401, and throws refusals. */
function authorized(token: ClientOptions['token'], send: Send): Send {
  return async (request) => {
    const first = (await unlessAborted(token?.(), request.signal)) ?? null
    if (first !== null) request.headers.set('authorization', `Bearer ${first}`)
    const again = first === null ? null : request.clone()
    const response = await send(request)
    if (response.ok) return response
    const isOld = response.status === 403 && response.headers.get('error-code') === 'session_old'
    const isRefused = response.status === 401 || isOld
    const why = isOld ? 'session_old' : undefined
    const renewed = isRefused && again ? token?.(first ?? undefined, why) : null
    const second = (await unlessAborted(renewed, request.signal)) ?? null
    if (again === null || second === null || second === first) throw await errorOf(response)
    again.headers.set('authorization', `Bearer ${second}`)
    const repeated = await send(again)
    if (!repeated.ok) throw await errorOf(repeated)
    return repeated
  }
}
