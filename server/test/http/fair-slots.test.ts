import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairSlots } from '../../src/http/limits/fair-slots.js'

const limits = { allMax: 2, ownerMax: 2, waiting: { ownerMax: 3, allMax: 5 } }

/** Takes slots for owners, and returns who got one, in order, with a function that frees the oldest. */
function crowd(slots: FairSlots) {
  const got: string[] = []
  const free: (() => void)[] = []
  const take = (owner: string, gone?: AbortSignal) =>
    slots.take(owner, gone).then((release) => {
      got.push(owner)
      free.push(release)
    })
  const next = async () => {
    free.shift()?.()
    await turn()
  }
  return { got, take, next }
}

it('gives slots to waiting owners in turn: one with many delays only their own', async () => {
  const { got, take, next } = crowd(new FairSlots(limits))
  const all = ['a', 'a', 'a', 'a', 'a', 'b'].map((owner) => take(owner))
  await turn()
  expect(got).toEqual(['a', 'a'])
  for (let at = 0; at < 4; at++) await next()
  await Promise.all(all)
  expect(got).toEqual(['a', 'a', 'a', 'b', 'a', 'a'])
})

it('gives no slot to an owner at their limit', async () => {
  const { got, take } = crowd(new FairSlots({ ...limits, ownerMax: 1 }))
  void take('a')
  void take('a').catch(() => undefined)
  void take('b')
  await turn()
  expect(got).toEqual(['a', 'b'])
})

it('429 with Retry-After, when an owner or all have too many waiting', async () => {
  const { take } = crowd(new FairSlots(limits))
  for (const owner of ['a', 'a', 'a', 'a', 'a']) void take(owner)
  await expect(take('a')).rejects.toMatchObject({ status: 429, code: 'queue_full', headers: { 'retry-after': '10' } })
  void take('b')
  void take('c')
  await expect(take('d')).rejects.toMatchObject({ code: 'queue_full' })
})

it('drops waiting clients that have left, and frees a slot only once', async () => {
  const { got, take, next } = crowd(new FairSlots({ ...limits, allMax: 1, ownerMax: 1 }))
  const gone = new AbortController()
  void take('a')
  const left = take('b', gone.signal)
  void take('c')
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  await next()
  expect(got).toEqual(['a', 'c'])
  const slots = new FairSlots({ ...limits, allMax: 1 })
  const release = await slots.take('a')
  release()
  release()
  await slots.take('a')
  let isRunning = false
  void slots.take('a').then(() => {
    isRunning = true
  })
  await turn()
  expect(isRunning).toBe(false)
})

it('frees the slot of failed work', async () => {
  const slots = new FairSlots({ ...limits, allMax: 1 })
  await expect(slots.hold('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await slots.hold('a', async () => 'done')).toBe('done')
})
