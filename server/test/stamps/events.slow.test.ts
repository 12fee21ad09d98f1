import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { pooledMax } from '../../src/ledger/batch-state.js'
import { someHash, useOwnService } from '../service.js'
import { listen, type Source } from './event-source.js'
import { dataOf, expectError, finalStamp, stamp } from './shapes.js'

const service = useOwnService()

/** Waits until an event reports this state of a stamp; returns all events of the stamp. */
const eventsUntil = (source: Source, code: string, state: string) =>
  eventually(`an event says that the stamp is ${state}`, () => {
    const about = source.events.filter(({ event, data }) => event === 'stamp' && data.code === code)
    return about.some(({ data }) => data.state === state) && about
  })

const named = (source: Source, name: string) =>
  eventually(`the event ${name} comes`, () => source.events.find(({ event }) => event === name))

describe('GET /events', () => {
  it('200: sends a new stamp and each of its states', async () => {
    const ada = await service.account()
    const source = await listen(service, ada)
    expect(source.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(source.headers.get('cache-control')).toBe('no-store')
    await named(source, 'ready')
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    await service.rpc('evm_setAutomine', false)
    const { id, code, hash, txid } = await stamp(service, ada, { filename: 'agreement.pdf' })
    const [first] = await eventsUntil(source, code, 'submitted')
    expect(first?.data).toStrictEqual({
      id,
      code,
      hash,
      filename: 'agreement.pdf',
      type: '0',
      isPrivateBc: false,
      isPrivate: false,
      timestamp: expect.any(String),
      txid,
      state: 'submitted',
      blockNumber: null,
      blockTime: null,
    })
    await service.rpc('evm_setAutomine', true)
    await service.rpc('evm_mine')
    const last = (await eventsUntil(source, code, 'final')).at(-1)
    const details = dataOf(await service.call('GET', `/hash?id=${code}`, undefined, ada.auth))
    expect(last?.data).toMatchObject({ blockNumber: details.blockNumber, blockTime: details.blockTime, txid })
  })

  it('sends changes to stamps from before the connection', async () => {
    const ada = await service.account()
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    await service.rpc('evm_setAutomine', false)
    const { code } = await stamp(service, ada)
    const source = await listen(service, ada)
    await named(source, 'ready')
    await service.rpc('evm_setAutomine', true)
    await service.rpc('evm_mine')
    await eventsUntil(source, code, 'final')
  })

  it("never sends another account's stamps, public or private", async () => {
    const [ada, eve] = [await service.account(), await service.account('Eve')]
    const [hers, other] = [await listen(service, ada), await listen(service, eve)]
    await Promise.all([named(hers, 'ready'), named(other, 'ready')])
    const { code } = await stamp(service, ada)
    await eventsUntil(hers, code, 'final')
    const mark = await stamp(service, eve, { isPrivate: true })
    await eventsUntil(other, mark.code, 'final')
    expect(other.events.filter(({ event, data }) => event === 'stamp' && data.code !== mark.code)).toEqual([])
    expect(hers.events.filter(({ data }) => data.code === mark.code)).toEqual([])
  })

  it('Last-Event-ID: sends missed changes when the client reconnects', async () => {
    const ada = await service.account()
    const source = await listen(service, ada)
    const { id } = await named(source, 'ready')
    source.close()
    const { code } = await stamp(service, ada)
    await finalStamp(service, ada, code)
    const again = await listen(service, ada, id)
    // Only its present state, not its history; a poll in progress may repeat an event.
    const about = await eventsUntil(again, code, 'final')
    expect(new Set(about.map(({ data }) => data.state))).toEqual(new Set(['final']))
  })

  it('Last-Event-ID: sends changes between loading a list and the first connection', async () => {
    const ada = await service.account()
    const list = await service.call('GET', '/hash?page=1', undefined, ada.auth)
    const { code } = await stamp(service, ada)
    const source = await listen(service, ada, String(Date.parse(list.headers.get('date') ?? '')))
    await eventsUntil(source, code, 'final')
    expect(source.events.some(({ event }) => event === 'reset')).toBe(false)
  })

  it('sends a reset for an invalid position', async () => {
    const lost = await listen(service, await service.account(), 'yesterday')
    expect((await named(lost, 'reset')).data).toEqual({})
  })

  it.each([250, pooledMax + 1])('sends a reset for too many changes: %i', async (count) => {
    const ada = await service.account()
    const source = await listen(service, ada)
    await named(source, 'ready')
    const items = Array.from({ length: count }, (_, at) => ({ hash: someHash(), filename: `${at}` }))
    dataOf(await service.call('POST', '/multi-stamp', items, ada.auth))
    await named(source, 'reset')
    expect(source.events.filter(({ event }) => event === 'stamp')).toEqual([])
  })

  it('429 for the eleventh connection of an account, until one closes', async () => {
    const ada = await service.account()
    const sources = await Promise.all(Array.from({ length: 10 }, () => listen(service, ada)))
    const refused = await service.call('GET', '/events', undefined, ada.auth)
    expectError(refused, 429, 'too_many_streams', /already has 10 event streams/)
    expect(refused.headers.get('retry-after')).toBe('5')
    sources[0]?.close()
    const source = await eventually('the service has noticed that one closed', () => listen(service, ada))
    await named(source, 'ready')
    const { code } = await stamp(service, ada)
    await Promise.all([source, ...sources.slice(1)].map((each) => eventsUntil(each, code, 'final')))
  })

  it('400 without a token, 401 with an invalid one', async () => {
    expectError(await service.call('GET', '/events'), 400, 'token_missing', 'Authorization Token Not Found')
    const wrong = { authorization: 'Bearer wrong' }
    expectError(await service.call('GET', '/events', undefined, wrong), 401, 'token_invalid', 'Invalid auth token')
  })

  it('ends when its token is revoked', async () => {
    const ada = await service.account()
    const source = await listen(service, ada)
    await named(source, 'ready')
    await service.call('DELETE', '/authenticate', undefined, ada.auth)
    await source.ended
  })
})

it('ends when the service stops', async () => {
  const ada = await service.account()
  const source = await listen(service, ada)
  await named(source, 'ready')
  await Promise.all([service.stop(), source.ended])
})
