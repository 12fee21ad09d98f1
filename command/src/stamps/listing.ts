import type { List, StampItem } from '@tallystick/sdk'
import type { Output } from '../output.js'
import { timeOf } from './lines.js'

/** How much of a list is printed, and how. */
interface Listing {
  limit: number
  json?: boolean | undefined
}

/** Prints stamps, a line each. Reads no further than it prints. */
export async function printStamps(stamps: List<StampItem>, { limit, json }: Listing, output: Output): Promise<void> {
  for await (const stamp of taken(stamps, limit)) {
    const { code, createdAt, state, name } = stamp
    if (json) await output.json(stamp)
    else await output.line(`${code}  ${timeOf(createdAt)}  ${state.padEnd(9)}  ${name}`)
  }
}

/** The first of a list. */
export async function* taken<Item>(list: AsyncIterable<Item>, limit: number): AsyncGenerator<Item, void, undefined> {
  let left = limit
  for await (const item of list) {
    yield item
    left--
    if (left <= 0) return
  }
}
