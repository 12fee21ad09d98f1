import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient, NetworkError, ServiceError, Tallystick } from '../src/index.js'
import { version } from '../src/version.js'

const baseUrl = 'https://notary.example'
const answer = (data: unknown, init: ResponseInit = {}) =>
  Response.json({ status: 'ok', message: '', data }, { status: 200, ...init })

/** Sends nothing, and ends with the request's signal. */
const untilAborted = ({ signal }: Request) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** An answer whose pieces arrive when they are sent. */
function slowAnswer(type: string) {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
    },
  })
  const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
  return { response: new Response(body, { headers: { 'content-type': type } }), send, end: () => controller.close() }
}

describe('the time of an attempt', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const silent = (more: ClientOptions = {}) =>
    createClient({ baseUrl, fetch: () => new Promise<Response>(() => undefined), ...more })
  /** Returns after how many seconds a request ends. */
  async function secondsUntilEnd(request: Promise<unknown>): Promise<number> {
    let seconds = 0
    const ended = request.then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(NetworkError)
        expect(error.cause).toMatchObject({ name: 'TimeoutError' })
        return true
      },
    )
    let isOver = false
    void ended.then((value) => {
      isOver = value
    })
    for (; !isOver && seconds < 10_000; seconds++) await vi.advanceTimersByTimeAsync(1000)
    await ended
    return seconds
  }

  it('is a minute by default, and more for a large body', async () => {
    expect(await secondsUntilEnd(silent().get('/profile'))).toBe(60)
    // Of the fake clock.
    const timeoutMs = 5000
    expect(await secondsUntilEnd(silent({ timeoutMs }).get('/profile'))).toBe(5)
    const body = new Uint8Array(1 << 20)
    expect(await secondsUntilEnd(silent().fetch('/x', { method: 'POST', body }))).toBe(60 + 32)
    expect(await secondsUntilEnd(silent().fetch('/x', { method: 'POST', body, movedBytes: 64 << 10 }))).toBe(62)
  })

  it('begins again with each piece of an answer, and counts only while someone reads', async () => {
    const slow = slowAnswer('application/octet-stream')
    const { body } = await createClient({ baseUrl, fetch: async () => slow.response }).fetch('/x')
    const reader = body!.getReader()
    for (let piece = 0; piece < 3; piece++) {
      const next = reader.read()
      await vi.advanceTimersByTimeAsync(59_000)
      slow.send('x')
      expect((await next).value).toEqual(new TextEncoder().encode('x'))
      await vi.advanceTimersByTimeAsync(100_000)
    }
    expect(await secondsUntilEnd(reader.read())).toBe(60)
  })

  it('does not end a stream of events', async () => {
    const events = slowAnswer('text/event-stream')
    const { body } = await createClient({ baseUrl, fetch: async () => events.response }).fetch('/events')
    const next = body!.getReader().read()
    await vi.advanceTimersByTimeAsync(1_000_000)
    events.send('x')
    expect((await next).done).toBe(false)
  })

  it('has no limit for a body that is too large to be read twice, nor with timeoutMs Infinity', async () => {
    const abort = new AbortController()
    const { signal } = abort
    const large = new Uint8Array((64 << 20) + 1)
    const requests = [
      silent().fetch('/x', { method: 'POST', body: large, signal }),
      silent({ timeoutMs: Number.POSITIVE_INFINITY, fetch: untilAborted }).fetch('/x', { signal }),
    ]
    const failed = Promise.all(requests.map((request) => expect(request).rejects.toThrow('enough')))
    await vi.advanceTimersByTimeAsync(1_000_000)
    abort.abort(new Error('enough'))
    await failed
  })

  it('leaves an aborted request its reason', async () => {
    const abort = new AbortController()
    const failed = expect(silent().get('/profile', { signal: abort.signal })).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(1000)
    abort.abort(new Error('enough'))
    await failed
    await expect(silent().get('/profile', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
    // While the body is counted. The attempt's own failure is no unhandled rejection.
    const during = new AbortController()
    const client = silent({ fetch: async () => Promise.reject(new Error('not sent')) })
    const counted = client.fetch('/x', { method: 'POST', body: 'x', signal: during.signal })
    during.abort(new Error('during'))
    await expect(counted).rejects.toThrow('during')
  })
})

describe('requests', () => {
  it('pass each attempt to the hooks, logins and refusals too', async () => {
    const seen: string[] = []
    const traced: (string | null)[] = []
    const answers = [
      () => answer({ token: 't', refreshToken: 'r' }),
      () => new Response('', { status: 503 }),
      () => answer({ code: 'x' }),
    ]
    const tallystick = new Tallystick({
      baseUrl,
      clientId: 'id',
      secretKey: 'key',
      fetch: async ({ headers }) => {
        traced.push(headers.get('traceparent'))
        return answers.shift()!()
      },
      onRequest: async ({ headers, method }) => {
        headers.set('traceparent', '00-1')
        seen.push(method)
      },
      onResponse: async ({ status }, { url }) => {
        seen.push(`${status} ${new URL(url).pathname}`)
      },
    })
    expect((await tallystick.stampHash('00'.repeat(32))).code).toBe('x')
    expect(seen).toEqual(['POST', '200 /authenticate', 'POST', '503 /hash', 'POST', '200 /hash'])
    expect(traced).toEqual(['00-1', '00-1', '00-1'])
  })

  it('end with the error of a hook, once', async () => {
    let calls = 0
    const onRequest = () => {
      calls++
      throw new TypeError('no span')
    }
    const failed = new Tallystick({ baseUrl, token: 'x', fetch: async () => answer({}), onRequest }).stamp('x')
    await expect(failed).rejects.toThrow(new TypeError('no span'))
    expect(calls).toBe(1)
  })

  it('name the package where the runtime is not a browser, and leave another name', async () => {
    const names: (string | null)[] = []
    const fetch = async ({ headers }: Request) => {
      names.push(headers.get('user-agent'))
      return answer({})
    }
    const client = createClient({ baseUrl, fetch })
    await client.get('/profile')
    await client.fetch('/profile', { headers: { 'user-agent': 'mine/1' } })
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
    await client.get('/profile')
    vi.unstubAllGlobals()
    expect(names).toEqual([`tallystick/${version}`, 'mine/1', null])
  })

  it('keep the cause of a broken connection', async () => {
    const broken = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
    const failed = createClient({ baseUrl, fetch: async () => Promise.reject(broken) }).get('/profile')
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('ECONNRESET'), cause: broken })
    const refused = createClient({ baseUrl, fetch: async () => new Response('', { status: 404 }) }).get('/profile')
    await expect(refused).rejects.toBeInstanceOf(ServiceError)
  })
})
