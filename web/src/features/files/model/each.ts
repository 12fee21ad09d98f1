import type { Item } from './types.js'

/** What came of doing something with many things. */
export interface Outcome {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

/** Does something with each, in their order and so many at a time; what fails does not stop the others. */
export async function eachOf(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  // More at once would not be faster: the changes of an account's folders follow each other.
  atOnce = 4,
): Promise<Outcome> {
  const done: Item[] = []
  const failed: Outcome['failed'] = []
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await work(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed }
}
