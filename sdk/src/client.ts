import createFetch, {
  type ClientPathsWithMethod,
  type Client as Fetches,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch'
import type { paths } from './generated/openapi.js'
import { reach, readWhole } from './network-error.js'
import { type RetryOptions, retrying, type Send } from './sending/retry.js'
import { timed } from './sending/timed.js'
import { nameProgram } from './sending/user-agent.js'
import { errorOf } from './service-error.js'
import { unlessAborted } from './waiting.js'

/** Functions called around each request that is sent: repetitions and logins, too. An error of theirs ends the call. */
export interface RequestHooks {
  /** Called before a request is sent; may set headers, such as `traceparent`. Don't log all: they hold the credentials. */
  onRequest?: (request: Request) => void | Promise<void>
  /** Called with each answer, refusals included, before its body is read. Clone the answer to read the body. */
  onResponse?: (response: Response, request: Request) => void | Promise<void>
}

/** Options of {@link createClient}. */
export interface ClientOptions extends RequestHooks {
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
   * Longest time without progress in one attempt, in milliseconds; 60,000 by default, `Infinity` for none. An attempt without is a
   * `NetworkError`. A body has a second more for each 32 KiB, and one of more than 64 MiB as long as it takes.
   */
  timeoutMs?: number
  /**
   * Repeats requests after failed connections and temporary refusals, with an `Idempotency-Key` for each POST. Without it, each is
   * sent once.
   */
  retry?: RetryOptions
}

/** A request of {@link Client.fetch}. */
export interface FetchInit extends RequestInit {
  /** Bytes that it moves, for which it has time, where these aren't the bytes of its body. */
  movedBytes?: number
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
  fetch(path: string, init?: FetchInit): Promise<Response>
}

/**
 * Creates a client of the service. Runs in Node and in browsers.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://notary.example', token: withCredentials({ baseUrl, clientId, secretKey }) })
 * const { code, txid } = await client.post('/hash', { body: { hash, filename: 'contract.pdf' } })
 */
export function createClient(options: ClientOptions = {}): Client {
  const { token, retry, timeoutMs = 60_000, onRequest, onResponse } = options
  const baseUrl = (options.baseUrl ?? '').replace(/\/+$/, '')
  const given = timed(options.fetch ?? ((request) => globalThis.fetch(request)), timeoutMs)
  const streamed: Send = async (request, movedBytes) => {
    nameProgram(request)
    await onRequest?.(request)
    const response = await reach(request.url, () => given(request, movedBytes))
    await onResponse?.(response, request)
    return response
  }
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
    fetch: (path: string, { movedBytes, ...init }: FetchInit = {}) => {
      // A stream may take as long as its source.
      const bytes = init.body instanceof ReadableStream ? Number.POSITIVE_INFINITY : movedBytes
      return send(new Request(`${baseUrl}${path}`, init), bytes)
    },
  } as Client
}

/** Sends requests with the token, retries once with a new token after a 401, and throws refusals. */
function authorized(token: ClientOptions['token'], send: Send): Send {
  return async (request, movedBytes) => {
    const first = (await unlessAborted(token?.(), request.signal)) ?? null
    if (first !== null) request.headers.set('authorization', `Bearer ${first}`)
    const again = first === null ? null : request.clone()
    const response = await send(request, movedBytes)
    if (response.ok) return response
    const isOld = response.status === 403 && response.headers.get('error-code') === 'session_old'
    const isRefused = response.status === 401 || isOld
    const why = isOld ? 'session_old' : undefined
    const renewed = isRefused && again ? token?.(first ?? undefined, why) : null
    const second = (await unlessAborted(renewed, request.signal)) ?? null
    if (again === null || second === null || second === first) throw await errorOf(response)
    again.headers.set('authorization', `Bearer ${second}`)
    const repeated = await send(again, movedBytes)
    if (!repeated.ok) throw await errorOf(repeated)
    return repeated
  }
}
