import { describe, expect, it } from 'vitest'
import { FairQueue } from '../../src/base/turns/fair-queue.js'

const all = () => true

function queueOf(...jobs: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>({ ownerMax: 3, allMax: 5 })
  for (const job of jobs) expect(queue.add(job.charAt(0), job)).toBe(true)
  return queue
}

function takeAll(queue: FairQueue<string>, may: (owner: string) => boolean = all): string[] {
  const taken: string[] = []
  for (let job = queue.take(may); job !== undefined; job = queue.take(may)) taken.push(job)
  return taken
}

it('takes jobs of the owners in turn', () =>
  expect(takeAll(queueOf('a1', 'a2', 'a3', 'b1', 'c1'))).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']))

it('skips an owner at their limit, who keeps their turn', () => {
  const queue = queueOf('a1', 'b1', 'b2')
  expect(takeAll(queue, (owner) => owner !== 'a')).toEqual(['b1', 'b2'])
  expect(takeAll(queue)).toEqual(['a1'])
})

it('is bounded per owner and in total', () => {
  const queue = queueOf('a1', 'a2', 'a3')
  expect(queue.add('a', 'a4')).toBe(false)
  expect([queue.add('b', 'b1'), queue.add('b', 'b2'), queue.add('c', 'c1')]).toEqual([true, true, false])
  queue.take(all)
  expect(queue.add('c', 'c1')).toBe(true)
})

it('frees the capacity of a removed job', () => {
  const queue = queueOf('a1', 'a2', 'a3')
  queue.remove('a', 'a2')
  queue.remove('a', 'never there')
  queue.remove('b', 'b1')
  expect(queue.add('a', 'a4')).toBe(true)
  expect(takeAll(queue)).toEqual(['a1', 'a3', 'a4'])
})

it('puts a job back before its owner’s others', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1')
  expect(queue.take()).toBe('a1')
  queue.putBack('a', 'a1')
  expect(takeAll(queue)).toEqual(['b1', 'a1', 'a2', 'a3'])
})

describe('jobs of many bytes', () => {
  const kib = 1024
  const limits = { ownerMax: 1000, allMax: 2000, bytes: { ownerMax: 640 * kib, allMax: 1000 * kib } }
  /** A queue of jobs such as `a60`: 60 KiB of the owner `a`. */
  const sized = () => new FairQueue<string>(limits, (job) => Number(job.slice(1)) * kib)

  it('let others go first for as many turns as they are larger', () => {
    const queue = sized()
    for (let at = 0; at < 4; at++) queue.add('a', 'a60')
    for (let at = 0; at < 40; at++) queue.add('b', 'b1')
    const taken = queue.takeMany(100)
    expect(taken.slice(0, 18)).toEqual(['a60', ...Array(15).fill('b1'), 'a60', 'b1'])
    expect(taken.slice(-2)).toEqual(['b1', 'a60'])
    expect(taken).toHaveLength(44)
  })

  it('cost nothing while no one else waits', () => {
    const queue = sized()
    for (let at = 0; at < 3; at++) queue.add('a', 'a60')
    queue.take()
    queue.take()
    queue.add('b', 'b1')
    expect(queue.takeMany(2)).toEqual(['a60', 'b1'])
  })

  it('are bounded per owner and in total, and counted when taken, put back and removed', () => {
    const queue = sized()
    const add = (owner: string) => queue.add(owner, `${owner}64`)
    for (let at = 0; at < 10; at++) expect(add('a')).toBe(true)
    expect([add('a'), queue.isFull]).toEqual([false, false])
    for (let at = 0; at < 6; at++) expect(add('b')).toBe(true)
    expect([add('c'), queue.isFull, queue.bytes]).toEqual([false, true, 1024 * kib])
    const job = queue.take() as string
    queue.putBack('a', job)
    queue.remove('a', job)
    expect([add('a'), queue.bytes]).toEqual([true, 1024 * kib])
    queue.takeMany(100)
    expect([queue.bytes, queue.size]).toEqual([0, 0])
  })

  it('end a batch that has enough of them', () => {
    const queue = sized()
    for (let at = 0; at < 10; at++) queue.add('a', 'a60')
    expect(queue.takeMany(100, 180 * kib)).toHaveLength(3)
    expect(queue.takeMany(100, 1)).toHaveLength(1)
    expect(queue.takeMany(100)).toHaveLength(6)
  })
})

it('takes many jobs in the order of the turns, and keeps each owner’s order', () => {
  const queue = new FairQueue<string>({ ownerMax: 10_000, allMax: 20_000 })
  for (let at = 0; at < 5_000; at++) queue.add('a', `a${at}`)
  queue.add('b', 'b0')
  expect(queue.takeMany(4)).toEqual(['a0', 'b0', 'a1', 'a2'])
  const rest = queue.takeMany(10_000)
  expect([rest.length, rest[0], rest.at(-1), queue.size]).toEqual([4_997, 'a3', 'a4999', 0])
})
