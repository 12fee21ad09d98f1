import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { type SlotAnswer, Slots } from '../../src/http/limits/slots.js'

/** An answer, and the connection of its reader. */
function answer(destroyed = false) {
  const socket = { bytesWritten: 0, writableLength: 65_536 }
  const made = Object.assign(new EventEmitter(), {
    destroyed,
    socket,
    destroy(this: EventEmitter & { destroyed: boolean }) {
      this.destroyed = true
      this.emit('close')
      return this
    },
    /** Takes bytes, while more wait. */
    read(bytes: number) {
      socket.bytesWritten += bytes
    },
  })
  return made as typeof made & SlotAnswer
}

let timers: { atMs: number; then: () => void }[] = []
let nowMs = 0
const timer = (ms: number, then: () => void) => {
  const set = { atMs: nowMs + ms, then }
  timers.push(set)
  return () => {
    timers = timers.filter((other) => other !== set)
  }
}

/** Lets seconds pass. */
async function pass(seconds: number, each: () => void = () => undefined): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    each()
    nowMs += 1000
    const due = timers.filter(({ atMs }) => atMs <= nowMs)
    timers = timers.filter(({ atMs }) => atMs > nowMs)
    for (const { then } of due) then()
    await turn()
  }
}

/** Takes a slot, and returns how that stands. */
function request(slots: Slots, accountId: string, wanted = answer()) {
  const state = { answer: wanted, outcome: 'waits' }
  slots.take(accountId, wanted).then(
    () => {
      state.outcome = 'runs'
    },
    (error) => {
      state.outcome = error.code
    },
  )
  return state
}

beforeEach(() => {
  timers = []
  nowMs = 0
})

it('refuses an account beyond its share, and lets others wait until an answer ends', async () => {
  const slots = new Slots({ limits: { account: 2, all: 3 }, timer })
  const [first, second] = [request(slots, 'ada'), request(slots, 'ada')]
  const refused = request(slots, 'ada')
  const [bob, eve] = [request(slots, 'bob'), request(slots, 'eve')]
  await turn()
  expect([first, second, refused, bob, eve].map(({ outcome }) => outcome)).toEqual([
    'runs',
    'runs',
    'rate_limited',
    'runs',
    'waits',
  ])
  second.answer.emit('close')
  await turn()
  expect(eve.outcome).toBe('runs')
})

it('gives what becomes free to the accounts in turn', async () => {
  const slots = new Slots({ limits: { account: 3, all: 2 }, timer })
  const running = [request(slots, 'ada'), request(slots, 'ada')]
  await turn()
  const waiting = [request(slots, 'ada'), request(slots, 'bob')]
  await turn()
  running[0]?.answer.emit('close')
  await turn()
  expect(waiting.map(({ outcome }) => outcome)).toEqual(['runs', 'waits'])
  const late = request(slots, 'ada')
  running[1]?.answer.emit('close')
  await turn()
  expect([waiting[1]?.outcome, late.outcome]).toEqual(['runs', 'waits'])
})

it('takes the slot of a slow reader when others wait, and never that of a fast one', async () => {
  const slots = new Slots({ limits: { account: 2, all: 2 }, timer })
  const [slow, fast] = [request(slots, 'ada'), request(slots, 'ada')]
  const read = () => {
    slow.answer.read(1000)
    fast.answer.read(100_000)
  }
  await turn()
  await pass(60, read)
  expect([slow.answer.destroyed, fast.answer.destroyed]).toEqual([false, false])
  const bob = request(slots, 'bob')
  await pass(2, read)
  expect([slow.answer.destroyed, fast.answer.destroyed, bob.outcome]).toEqual([true, false, 'runs'])
})

it('does not blame a reader that waits for the service', async () => {
  const slots = new Slots({ limits: { account: 1, all: 1 }, timer })
  const ada = request(slots, 'ada')
  ada.answer.socket.writableLength = 0
  const bob = request(slots, 'bob')
  await pass(29)
  expect([ada.answer.destroyed, bob.outcome]).toEqual([false, 'waits'])
  await pass(1)
  expect(bob.outcome).toBe('rate_limited')
})

it('keeps no slot and no place for a client that has left', async () => {
  const slots = new Slots({ limits: { account: 2, all: 1 }, timer })
  const gone = request(slots, 'ada', answer(true))
  const ada = request(slots, 'ada')
  await turn()
  expect([gone.outcome, ada.outcome]).toEqual(['runs', 'runs'])
  const waiting = request(slots, 'bob')
  waiting.answer.emit('close')
  await turn()
  ada.answer.emit('close')
  await turn()
  const eve = request(slots, 'eve')
  await turn()
  expect(eve.outcome).toBe('runs')
})
