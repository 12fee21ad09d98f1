import { ServiceError } from '@tallystick/sdk'
import { client } from '../../../session/client.js'
import type { RunMember } from '../kept.js'
import { withRetries } from './retries.js'
import { type RunItem, stampName } from './run-items.js'

/** Options shared by all stamps of a run. */
export interface StampOptions {
  isPrivate: boolean
  description: string
  /** Whether the run keeps the names of folders, for its owner. */
  keepsFolders: boolean
  /** Whether names of folders become part of the stamps' names. */
  withFolders: boolean
}

/** Result for an item. */
export interface Outcome {
  state: 'stamped' | 'existing' | 'failed'
  code?: string
  /** The stamp, as the answer names it; not for one of another account. */
  member?: RunMember
  error?: unknown
}

type Settled = (item: RunItem, outcome: Outcome) => void

/** Items per request, few enough to show progress. */
export const chunkItems = 1000
/** Up to this many, each stamp is a request of its own, which returns its code. */
const singlesMax = 20
const singlesAtOnce = 6

/**
 * Stamps items whose hash is known and reports each result. Idempotent: existing stamps stay as they are.
 *
 * @param isBulk whether the run is too large for one request per stamp
 */
export async function sendStamps(
  items: readonly RunItem[],
  options: StampOptions,
  { isMany, signal, settled }: { isMany: boolean; signal: AbortSignal; settled: Settled },
): Promise<void> {
  // The fields of a copy's stamp have no place in a request for many.
  const [copies, others] = [items.filter(({ copy }) => copy), items.filter(({ copy }) => !copy)]
  const areInBulk = isMany && options.description === '' && others.length > 0
  if (areInBulk) await sendInBulk(others, options, settled, signal)
  const queue = areInBulk ? copies : [...items]
  const worker = async () => {
    for (let item = queue.shift(); item && !signal.aborted; item = queue.shift()) {
      settled(item, await sendOne(item, options, signal))
    }
  }
  await Promise.all(Array.from({ length: Math.min(singlesAtOnce, queue.length) }, worker))
}

/** Whether this many items are stamped in bulk. */
export function isBulk(count: number): boolean {
  return count > singlesMax
}

async function sendInBulk(
  items: readonly RunItem[],
  { isPrivate, withFolders }: StampOptions,
  settled: Settled,
  signal: AbortSignal,
): Promise<void> {
  const body = items.map((item) => ({ hash: item.hash ?? '', filename: nameOf(item, withFolders), isPrivate }))
  try {
    const results = await withRetries(() => client.post('/multi-stamp', { body, signal }), signal)
    for (const [at, item] of items.entries()) {
      const result = results[at]
      const member = result && { id: result.id }
      settled(item, { state: result?.existing ? 'existing' : 'stamped', ...(member && { member }) })
    }
  } catch (error) {
    for (const item of items) settled(item, { state: 'failed', error })
  }
}

async function sendOne(item: RunItem, options: StampOptions, signal: AbortSignal): Promise<Outcome> {
  const { isPrivate, description, withFolders } = options
  const metadata = description === '' ? {} : { metadata: { description } }
  const body = { ...stampedOf(item, options), filename: nameOf(item, withFolders), isPrivate, ...metadata }
  try {
    const { code } = await withRetries(() => client.post('/hash', { body, signal }), signal)
    return { state: 'stamped', code, member: { code } }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'stamp_exists') return { state: 'failed', error }
    if (item.copy === null) return existing(item, signal)
    // Only this run has the copy: it is stamped, and the answer was lost.
    const { code } = item.copy
    return { state: 'stamped', code, member: { code } }
  }
}

/** Returns what is stamped: a document, or its copy. For others to verify the document by a public proof, the details have to be public. */
function stampedOf({ hash, copy }: RunItem, { isPrivate }: StampOptions) {
  if (copy === null) return { hash: hash ?? '' }
  const { code } = copy
  return { hash: copy.hash, code, isEsign: true, originalDocHash: hash ?? '', publicDetails: !isPrivate }
}

/** Finds the earlier stamp of a document: it belongs to this run as well. */
async function existing({ hash }: RunItem, signal: AbortSignal): Promise<Outcome> {
  const params = { query: { id: hash ?? '' } }
  const found = await withRetries(() => client.get('/hash', { params, signal }), signal).catch(() => null)
  if (!found || !('code' in found)) return { state: 'existing' }
  const { code, isOwn } = found
  return { state: 'existing', code, ...(isOwn && { member: { code } }) }
}

function nameOf({ name, path, copy }: RunItem, withFolders: boolean): string {
  const own = copy?.name ?? name
  return stampName(withFolders && path !== null ? path.replace(/[^/]*$/, '') + own : own)
}
