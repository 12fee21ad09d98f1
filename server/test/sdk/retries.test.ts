import { NetworkError, ServiceError, Tallystick } from 'tallystick'
import { describe, expect, it } from 'vitest'
import { someHash, useService } from '../service.js'
import { all, someAccount, useProxy } from './surroundings.js'

const service = useService()
const proxy = useProxy(service)

describe('requests over bad connections', () => {
  it('create once what answers are lost for', async () => {
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

  it('read again what breaks off', async () => {
    const tallystick = await someAccount(service, proxy)
    const { code } = await tallystick.stampHash(someHash())
    proxy.fail('GET /hash', 'cut-answer', 'cut-after')
    expect((await tallystick.stamp(code)).code).toBe(code)
    proxy.fail(`GET /hash/${code}/proof`, 'cut-answer')
    expect((await tallystick.proof(code)).code).toBe(code)
    proxy.fail('POST /authenticate', 'unavailable', 'cut-answer')
    expect(await (await someAccount(service, proxy)).stamps().page()).toEqual({ items: [], count: 0, cursor: null })
  })

  it('fail with a network error in the end, which names address and reason', async () => {
    const tallystick = await someAccount(service, proxy, { retry: { attempts: 2 } })
    proxy.trouble = () => 'cut-before'
    const failed = tallystick.stampHash(someHash())
    await expect(failed).rejects.toBeInstanceOf(NetworkError)
    await expect(failed).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^No answer from 127/),
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
    const startMs = performance.now()
    await expect(tallystick.stamp('0000000000')).rejects.toMatchObject({ status: 404 })
    expect(performance.now() - startMs).toBeGreaterThan(1000)
  })

  it('end at once when their signal aborts', async () => {
    const tallystick = await someAccount(service, proxy)
    await tallystick.stamps().page()
    proxy.retryAfterS = 50
    proxy.trouble = () => 'unavailable'
    await expect(tallystick.stamp('x', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const reason = new Error('enough')
    await expect(tallystick.folders.list({}, { signal: AbortSignal.abort(reason) }).page()).rejects.toBe(reason)
  })

  it('need an address and whole credentials', () => {
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
