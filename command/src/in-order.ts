/** Works on items, several at once, and yields the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = []
  for await (const item of items) {
    const next = work(item)
    // Reported in its turn.
    next.catch(() => undefined)
    underWay.push(next)
    if (underWay.length >= atOnce) yield await (underWay.shift() as Promise<Result>)
  }
  for (const last of underWay) yield await last
}
