/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  count: number
  /** Start of the next page; null on the last one. */
  cursor: string | null
}

/** Where a page starts. */
export type PageStart = { page: number } | { cursor: string }

/** The filters of an operation that answers with pages. `limit` is the number of items in a page: 100 by default and at most. */
export type ListQuery<Operation extends { parameters: { query?: unknown } }> = Omit<
  NonNullable<Operation['parameters']['query']>,
  'page' | 'cursor'
>

/**
 * A list of the service. Iterating reads page after page as far as needed; `page` reads one.
 *
 * @example
 * for await (const { code, name } of tallystick.stamps({ status: false })) console.log(code, name)
 */
export class List<Item> implements AsyncIterable<Item> {
  private readonly read: (start: PageStart) => Promise<Page<Item>>

  constructor(read: (start: PageStart) => Promise<Page<Item>>) {
    this.read = read
  }

  /** Reads the first page or, with the `cursor` of a page, the next one. */
  page(cursor: string | null = null): Promise<Page<Item>> {
    return this.read(cursor === null ? { page: 1 } : { cursor })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null
    do {
      const page: Page<Item> = await this.page(cursor)
      yield* page.items
      cursor = page.cursor
    } while (cursor !== null)
  }
}

/** Makes a page of an answer. */
export function pageOf<Item>(
  { data, headers }: { data: { count: number }; headers: Headers },
  items: Item[],
): Page<Item> {
  return { items, count: data.count, cursor: headers.get('next-cursor') }
}
