import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import type { RequestOptions } from '../request-options.js'
import { ServiceError } from '../service-error.js'

/** A hash to stamp, with the name it is stamped under. */
export type StampManyItem = operations['multiStamp']['requestBody']['content']['application/json'][number]

/** The stamp of one item. */
export interface StampManyResult extends Omit<Payload<'post', '/multi-stamp'>[number], 'existing'> {
  filename: string
  /** The hash was stamped before, by an earlier run too, or is repeated in this one. */
  existing: boolean
}

/** How far a run is. */
export interface StampManyProgress {
  /** Items whose stamp is recorded. */
  done: number
  /** Those of them that were stamped before. */
  existing: number
  /** Null when the items come from something that doesn't know how many there are. */
  total: number | null
}

/** Options of a run. */
export interface StampManyOptions extends RequestOptions {
  /** Called after each request. */
  onProgress?: (progress: StampManyProgress) => void
  /** Items in a request, at most; 10,000 by default. */
  itemsPerRequest?: number
}

interface Part {
  items: StampManyItem[]
  /** Number of its first item in the run. */
  start: number
}

/** Half of what the service takes by default, whatever the names. */
const partBytesMax = 8 << 20

/**
 * Stamps any number of hashes, in parts one after the other, and yields the stamps in the order of the items. While a part is sent,
 * the items of the next one are collected.
 */
export async function* stampMany(
  client: Client,
  items: Iterable<StampManyItem> | AsyncIterable<StampManyItem>,
  { signal, onProgress, itemsPerRequest = 10_000 }: StampManyOptions,
): AsyncGenerator<StampManyResult, void, undefined> {
  const progress: StampManyProgress = { done: 0, existing: 0, total: Array.isArray(items) ? items.length : null }
  // Ends the request under way when the caller leaves the loop.
  const leaving = new AbortController()
  const ended = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  const results = async (sending: Promise<StampManyResult[]>) => {
    const part = await sending
    progress.done += part.length
    progress.existing += part.filter(({ existing }) => existing).length
    onProgress?.({ ...progress })
    return part
  }
  let sending: Promise<StampManyResult[]> | null = null
  try {
    for await (const part of partsOf(items, itemsPerRequest)) {
      if (sending) yield* await results(sending)
      ended.throwIfAborted()
      sending = sendPart(client, part, ended)
      // Reported once the next part is collected.
      sending.catch(() => undefined)
    }
    if (sending) yield* await results(sending)
  } finally {
    leaving.abort()
  }
}

async function sendPart(client: Client, { items, start }: Part, signal: AbortSignal): Promise<StampManyResult[]> {
  try {
    const stamps = await client.post('/multi-stamp', { body: items, signal })
    return stamps.map((stamp, at) => ({ ...stamp, filename: items[at]!.filename, existing: stamp.existing === true }))
  } catch (error) {
    throw error instanceof ServiceError ? numbered(error, start) : error
  }
}

/** Counts an item that the service refuses from the start of the run. */
function numbered(error: ServiceError, start: number): ServiceError {
  const message = error.message.replace(/^item (\d+)/, (_, at: string) => `item ${Number(at) + start}`)
  return new ServiceError(message, error)
}

async function* partsOf(
  items: Iterable<StampManyItem> | AsyncIterable<StampManyItem>,
  itemsMax: number,
): AsyncGenerator<Part, void, undefined> {
  const encoder = new TextEncoder()
  let part: Part = { items: [], start: 0 }
  let bytes = 0
  for await (const item of items) {
    const itemBytes = encoder.encode(JSON.stringify(item)).length + 1
    if (part.items.length >= itemsMax || (part.items.length > 0 && bytes + itemBytes > partBytesMax)) {
      yield part
      part = { items: [], start: part.start + part.items.length }
      bytes = 0
    }
    part.items.push(item)
    bytes += itemBytes
  }
  if (part.items.length > 0) yield part
}
