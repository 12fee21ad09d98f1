import { ServiceError } from 'tallystick/service-error'
import { client } from '../../../session/client.js'
import { type RunItem, stampName } from './run-items.js'

/** What all stamps of a run have in common. */
export interface RunOptions {
  isPrivate: boolean
  description: string
}

/** How it went with an item. */
export interface Outcome {
  state: 'stamped' | 'existing' | 'failed'
  code?: string
  error?: unknown
}

type Settled = (item: RunItem, outcome: Outcome) => void

/** Items in one request: an answer comes soon enough to be seen as progress. */
export const chunkItems = 1000
/** Up to so many are stamped one by one, and answer with their code. */
const singlesMax = 20
const singlesAtOnce = 6
const attemptsMax = 5

/**
 * Stamps items whose hash is known, and tells how it went with each. Safe to repeat: what is stamped already stays as it is.
 *
 * @param isMany whether the run holds more than are worth requests of their own
 */
export async function sendStamps(
  items: readonly RunItem[],
  options: RunOptions,
  { isMany, signal, settled }: { isMany: boolean; signal: AbortSignal; settled: Settled },
): Promise<void> {
  if (isMany && options.description === '') return sendTogether(items, options, settled, signal)
  const queue = [...items]
  const lane = async () => {
    for (let item = queue.shift(); item && !signal.aborted; item = queue.shift()) {
      settled(item, await sendOne(item, options, signal))
    }
  }
  await Promise.all(Array.from({ length: Math.min(singlesAtOnce, items.length) }, lane))
}

/** Whether so many are stamped together. */
export function areMany(count: number): boolean {
  return count > singlesMax
}

async function sendTogether(
  items: readonly RunItem[],
  { isPrivate }: RunOptions,
  settled: Settled,
  signal: AbortSignal,
): Promise<void> {
  const body = items.map(({ hash, name }) => ({ hash: hash ?? '', filename: stampName(name), isPrivate }))
  try {
    const results = await again(() => client.post('/multi-stamp', { body, signal }), signal)
    for (const [at, item] of items.entries()) settled(item, { state: results[at]?.existing ? 'existing' : 'stamped' })
  } catch (error) {
    for (const item of items) settled(item, { state: 'failed', error })
  }
}

async function sendOne(item: RunItem, options: RunOptions, signal: AbortSignal): Promise<Outcome> {
  const { isPrivate, description } = options
  const metadata = description === '' ? {} : { metadata: { description } }
  const body = { hash: item.hash ?? '', filename: stampName(item.name), isPrivate, ...metadata }
  try {
    const { code } = await again(() => client.post('/hash', { body, signal }), signal)
    return { state: 'stamped', code }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'stamp_exists') return { state: 'existing' }
    return { state: 'failed', error }
  }
}

/** Repeats what failed on the way, for a second request does no harm; refusals are final. */
async function again<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const isRefusal = error instanceof ServiceError && error.status < 500 && error.status !== 429
      if (signal.aborted || isRefusal || attempt >= attemptsMax) throw error
      const asked = error instanceof ServiceError ? error.retryAfterS : null
      await pause(Math.min(30, asked ?? 2 ** (attempt - 1)) * 1000, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
