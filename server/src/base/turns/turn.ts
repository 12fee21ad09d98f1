/** The longest that a piece of work may block the event loop before it lets other work run. */
const turnMs = 8

/**
 * The turn of the event loop that runs now, for all work in it: parts that follow one another, such as proofs that are made, written
 * and compressed, share what each would otherwise take for itself.
 */
export class LoopTurn {
  private readonly now: () => number
  private untilMs = 0
  private hasBegun = false

  /** @param now milliseconds on a clock that never jumps */
  constructor(now = () => performance.now()) {
    this.now = now
  }

  /** Begins with the first look in a turn. */
  isOver(): boolean {
    if (!this.hasBegun) this.begin()
    return this.now() >= this.untilMs
  }

  begin(): void {
    this.untilMs = this.now() + turnMs
    this.hasBegun = true
    setImmediate(() => {
      this.hasBegun = false
    })
  }
}

const loopTurn = new LoopTurn()

/**
 * Divides long work into turns of the event loop, so that requests are served in between. Work that would fill many turns belongs
 * to a thread (docs/design/0011-threads.md).
 *
 * @example
 * const turn = new Turn()
 * for (const item of items) {
 *   if (turn.isOver()) await turn.next()
 *   work(item)
 * }
 */
export class Turn {
  private readonly within: LoopTurn

  /** @param within by default shared by all work of the process */
  constructor(within = loopTurn) {
    this.within = within
  }

  /** Returns whether it is time to let other work run. */
  isOver(): boolean {
    return this.within.isOver()
  }

  /** Lets other work run. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.within.begin()
  }
}

/** Items sorted at a time: a few milliseconds. */
const runLength = 2000

/** Sorts in turns of the event loop, without changing `items`; equal items keep their order. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const turn = new Turn()
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += runLength) {
    if (turn.isOver()) await turn.next()
    runs.push(items.slice(from, from + runLength).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at]!, runs[at + 1] ?? [], compare, turn))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  turn: Turn,
): Promise<Item[]> {
  const merged: Item[] = []
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    if (merged.length % 256 === 0 && turn.isOver()) await turn.next()
    const isLeft = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
    merged.push(isLeft ? left[l++]! : right[r++]!)
  }
  return merged
}
