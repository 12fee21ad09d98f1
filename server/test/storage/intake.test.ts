import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { settled } from '../../../test/eventually.js'
import { seeded } from '../../../test/tier.js'
import { HashPool } from '../../src/storage/hashing/pool.js'
import { Intake } from '../../src/storage/intake.js'

const random = seeded('intake')
const threads = new HashPool(2)
afterAll(() => threads.close())

const some = (bytes: number) => randomBytes(bytes)

/** Pushes pieces as a socket does: pauses on backpressure, resumes when called. */
async function send(intake: Intake, pieces: readonly Buffer[]): Promise<number> {
  let stops = 0
  for (const piece of pieces) {
    if (intake.push(piece)) continue
    stops++
    await new Promise<void>((resolve) => {
      intake.onDrain = resolve
    })
  }
  intake.end()
  return stops
}

/** Pulls all pieces, waiting after each one for what `pause` returns. */
async function pull(intake: Intake, pause?: () => Promise<unknown>): Promise<Buffer> {
  const pulled: Uint8Array[] = []
  for await (const piece of intake) {
    pulled.push(piece)
    await pause?.()
  }
  return Buffer.concat(pulled)
}

describe('an intake', () => {
  it.each([
    ['nothing', []],
    ['one byte', [some(1)]],
    ['small pieces', Array.from({ length: 5000 }, () => some(1 + Math.floor(random() * 300)))],
    ['pieces of the network', Array.from({ length: 200 }, () => some(65_536))],
    ['pieces larger than a slab', Array.from({ length: 5 }, () => some(1_500_000))],
  ])('passes on and hashes %s', async (_, pieces) => {
    const intake = new Intake(threads)
    const [pulled] = await Promise.all([pull(intake), send(intake, pieces)])
    const content = Buffer.concat(pieces)
    expect(pulled.equals(content)).toBe(true)
    expect(intake.size).toBe(content.length)
    expect(await intake.digest()).toEqual(createHash('sha256').update(content).digest())
  })

  it('pauses its sender while nothing is pulled', async () => {
    const intake = new Intake(threads)
    const pieces = Array.from({ length: 40 }, () => some(65_536))
    const sent = send(intake, pieces)
    expect(await settled('what was taken', () => intake.size)).toBeLessThanOrEqual((1 << 20) + 65_536)
    expect((await pull(intake, turn)).equals(Buffer.concat(pieces))).toBe(true)
    expect(await sent).toBeGreaterThan(0)
  })

  it('hashes many contents concurrently', async () => {
    const content = some(20 * 30_000 + 100)
    const digests = await Promise.all(
      Array.from({ length: 100 }, async (_, shift) => {
        const intake = new Intake(threads)
        const pieces = Array.from({ length: 20 }, (_, at) => content.subarray(at * 30_000 + shift).subarray(0, 30_000))
        const [pulled] = await Promise.all([pull(intake), send(intake, pieces)])
        return [(await intake.digest()).toString('hex'), createHash('sha256').update(pulled).digest('hex')]
      }),
    )
    for (const [reported, expected] of digests) expect(reported).toBe(expected)
  })

  it('passes an abort on to the reader, and releases its sender', async () => {
    const intake = new Intake(threads)
    let resume = () => {}
    const resumed = new Promise<void>((resolve) => {
      resume = resolve
    })
    const pulled = pull(intake, () => resumed)
    for (let at = 0; at < 40; at++) intake.push(some(65_536))
    const drained = new Promise<void>((resolve) => {
      intake.onDrain = resolve
    })
    intake.fail(new Error('gone'))
    await drained
    resume()
    await expect(pulled).rejects.toThrow('gone')
    await expect(intake.digest()).rejects.toThrow('gone')
    expect(intake.push(some(10))).toBe(true)
  })

  it('fails when its thread exits; the next one gets a new thread', async () => {
    const own = new HashPool(1)
    const earlier = new Intake(own)
    await Promise.all([pull(earlier), send(earlier, [some(10)])])
    await earlier.digest()
    const intake = new Intake(own)
    intake.push(some(10))
    await own.close()
    intake.push(some(10))
    await expect(pull(intake)).rejects.toThrow('the thread hash-worker exited')
    const next = new Intake(own)
    const content = some(100)
    const [pulled] = await Promise.all([pull(next), send(next, [content])])
    expect(await next.digest()).toEqual(createHash('sha256').update(pulled).digest())
    await own.close()
  })
})
