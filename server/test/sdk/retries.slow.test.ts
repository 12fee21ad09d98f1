import { NetworkError, ServiceError, Tallystick } from '@tallystick/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { version } from '../../src/base/version.js'
import { someHash, useService } from '../service.js'
import { all, someAccount, useProxy } from './surroundings.js'

const service = useService()
const proxy = useProxy(service)

afterEach(() => vi.restoreAllMocks())

/** Returns the pauses longer than this that are begun from now on, and not much longer, in milliseconds. */
function pausesOver(ms: number) {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  return () => timers.mock.calls.flatMap(([, pauseMs = 0]) => (pauseMs > ms && pauseMs <= ms + 250 ? pauseMs : []))
}

describe('requests over bad connections', () => {
  it('create only once when answers are lost', async () => {
    const tallystick = await someAccount(service, proxy)
    await tallystick.stampHash(someHash())
    proxy.fail('POST /hash', 'cut-before', 'unavailable', 'cut-after', 'cut-answer')
    const hash = someHash()
    const { code } = await tallystick.stampHash(hash, { filename: 'a.txt' })
    expect((await tallystick.stamp(hash)).code).toBe(code)
    expect((await all(tallystick.stamps())).length).toBe(2)
    const keys = proxy.passed.filter(({ line }) => line === 'POST /hash').map(({ key }) => key)
    // Another key for the first stamp. While the lost request still ran, the service asked to wait.
    expect(new Set(keys).size).toBe(2)
    expect(keys.length).toBeGreaterThanOrEqual(6)
  })

  it('repeat a read that breaks off', async () => {
    const tallystick = await someAccount(service, proxy)
    const { code } = await tallystick.stampHash(someHash())
    proxy.fail('GET /hash', 'cut-answer', 'cut-after')
    expect((await tallystick.stamp(code)).code).toBe(code)
    proxy.fail(`GET /hash/${code}/proof`, 'cut-answer')
    expect((await tallystick.proof(code)).code).toBe(code)
    proxy.fail('POST /authenticate', 'unavailable', 'cut-answer')
    expect(await (await someAccount(service, proxy)).stamps().page()).toEqual({ items: [], count: 0, cursor: null })
  })

  it('end when nothing arrives any more, and are repeated', async () => {
    const tallystick = await someAccount(service, proxy, { timeoutMs: limitMs(500) })
    proxy.fail('POST /authenticate', 'hang')
    await tallystick.stamps().page()
    proxy.fail('POST /hash', 'hang', 'stall-answer')
    const { code } = await tallystick.stampHash(someHash())
    expect((await all(tallystick.stamps())).map((stamp) => stamp.code)).toEqual([code])
    const once = await someAccount(service, proxy, { timeoutMs: limitMs(500), retry: { attempts: 1 } })
    proxy.fail('POST /authenticate', 'hang')
    await expect(once.stamps().page()).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/nothing arrived for [\d.]+ s/),
      cause: { name: 'TimeoutError' },
    })
  })

  it('name the program and its version', async () => {
    const tallystick = await someAccount(service, proxy)
    await tallystick.stamps().page()
    expect(proxy.passed.map(({ userAgent }) => userAgent)).toEqual(proxy.passed.map(() => `tallystick/${version}`))
  })

  it('fail in the end with a network error that names address and reason', async () => {
    const tallystick = await someAccount(service, proxy, { retry: { attempts: 2 } })
    proxy.trouble = () => 'cut-before'
    const failed = tallystick.stampHash(someHash())
    await expect(failed).rejects.toBeInstanceOf(NetworkError)
    await expect(failed).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^No answer from 127/),
      cause: { name: 'TypeError', cause: expect.any(Error) },
    })
    expect(proxy.count('POST /authenticate')).toBe(2)
    const nowhere = new Tallystick({ baseUrl: 'http://127.0.0.1:9', token: 'x', retry: { attempts: 1 } })
    await expect(nowhere.stamps().page()).rejects.toThrow('No answer from 127.0.0.1:9: ')
  })

  it('are not repeated when refused, or when the wait asked for is too long', async () => {
    const tallystick = await someAccount(service, proxy, { retry: { waitMsMax: 1000 } })
    await expect(tallystick.stamp('0000000000')).rejects.toBeInstanceOf(ServiceError)
    expect(proxy.count('GET /hash')).toBe(1)
    proxy.retryAfterS = 2
    proxy.fail('GET /hash', 'unavailable')
    await expect(tallystick.stamp('0000000000')).rejects.toMatchObject({ status: 503, code: 'unknown', retryAfterS: 2 })
    proxy.retryAfterS = 1
    proxy.fail('GET /hash', 'unavailable')
    const pauses = pausesOver(1000)
    await expect(tallystick.stamp('0000000000')).rejects.toMatchObject({ status: 404 })
    expect(pauses().length).toBeGreaterThan(0)
  })

  it('end at once when their signal aborts', async () => {
    const tallystick = await someAccount(service, proxy)
    await tallystick.stamps().page()
    proxy.retryAfterS = 50
    proxy.trouble = () => 'unavailable'
    const abort = new AbortController()
    const reason = new Error('enough')
    const pauses = pausesOver(50_000)
    const waiting = expect(tallystick.stamp('x', { signal: abort.signal })).rejects.toBe(reason)
    await eventually('it waits to try again', () => pauses().length > 0)
    abort.abort(reason)
    await waiting
    await expect(tallystick.folders.list({}, { signal: AbortSignal.abort(reason) }).page()).rejects.toBe(reason)
  })

  it('need an address and complete credentials', () => {
    expect(() => new Tallystick({ token: 'x' })).toThrow('baseUrl is missing')
    expect(() => new Tallystick({ baseUrl: 'http://a', clientId: 'x' })).toThrow(
      'clientId and secretKey belong together',
    )
    const both = { baseUrl: 'http://a', clientId: 'x', secretKey: 'y', token: 'z' }
    expect(() => new Tallystick(both)).toThrow('Give either clientId and secretKey or a token')
  })

  it.each(['clientId', 'secretKey', 'token'])('name a %s that no header can carry, and do not print it', (name) => {
    const own = name === 'token' ? {} : { clientId: 'x', secretKey: 'y' }
    const build = () => new Tallystick({ baseUrl: 'http://a', ...own, [name]: 'a\nsecret' })
    expect(build).toThrow(new TypeError(`${name}: expected visible ASCII characters on one line, without spaces.`))
  })
})
