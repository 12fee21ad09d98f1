import { createHash, randomInt } from 'node:crypto'

/** How much a run does: `npm run test:quick`, `npm test`, `npm run test:long`. */
export type Tier = 'quick' | 'full' | 'long'

const tiers: readonly string[] = ['quick', 'full', 'long'] satisfies Tier[]

/** The tier of this run, from `TEST_TIER`. @throws Error when it has another value */
export const tier = ((): Tier => {
  const name = process.env.TEST_TIER || 'full'
  if (!tiers.includes(name)) throw new Error(`TEST_TIER must be one of ${tiers.join(', ')}.`)
  return name as Tier
})()

/**
 * The seed of this run, which determines all random input and the moments of all kills. `TEST_SEED` repeats a run.
 * The runner draws it and hands it to the processes it starts.
 */
export const seed = ((): number => {
  process.env.TEST_SEED ||= String(randomInt(2 ** 31))
  const value = Number(process.env.TEST_SEED)
  if (!Number.isInteger(value)) throw new Error('TEST_SEED must be an integer.')
  return value
})()

/** Picks a size by tier: of kills, rounds, bytes. */
export function sized<T>({ short, long }: { short: T; long: T }): T {
  return tier === 'long' ? long : short
}

/** Returns how often to try a property: `count` in the long tier, a fraction of it in the others. */
export function runs(count: number): number {
  const part = { quick: 10, full: 5, long: 1 }[tier]
  return Math.min(count, Math.max(5, Math.ceil(count / part)))
}

/**
 * Returns a source of numbers from 0 to 1, the same in each run with this seed.
 *
 * @param name distinguishes the sources of one run
 */
export function seeded(name: string): () => number {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
