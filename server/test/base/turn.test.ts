import { expect, it } from 'vitest'
import { LoopTurn, Turn } from '../../src/base/turns/turn.js'

let nowMs = 0
const within = new LoopTurn(() => nowMs)
const compute = (ms: number) => {
  nowMs += ms
}

it('is over for all work in a turn of the event loop once one part has used it up', async () => {
  const [proofs, lines] = [new Turn(within), new Turn(within)]
  await proofs.next()
  expect([proofs.isOver(), lines.isOver()]).toEqual([false, false])
  compute(10)
  expect([proofs.isOver(), lines.isOver(), new Turn(within).isOver()]).toEqual([true, true, true])
  await lines.next()
  expect([proofs.isOver(), lines.isOver()]).toEqual([false, false])
})

it('begins with the first look in a later turn, however long ago the last one was', async () => {
  const turn = new Turn(within)
  await turn.next()
  compute(10)
  await new Promise((resolve) => setImmediate(resolve))
  expect(turn.isOver()).toBe(false)
})
