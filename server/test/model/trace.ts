import type { Call, Fate } from './turns.js'

/** Trace of a sequence, to be read when an invariant broke. */
export class Trace {
  private readonly lines: string[] = []
  private readonly isWhole: boolean
  private calls: string[] = []

  /** @param isWhole keeps every call with its answer, not just those that fail */
  constructor(isWhole: boolean) {
    this.isWhole = isWhole
  }

  step(number: number, ms: number, what: string): void {
    this.flush()
    this.lines.push(`${String(number).padStart(3)}  ${(ms / 1000).toFixed(1)} s  ${what}`)
  }

  call({ process, what }: Call, fate: Fate): void {
    if (fate === 'well') this.calls.push(`${process}:${what}`)
    else this.note(`${process}: ${what}: ${words[fate]}`)
  }

  note(what: string): void {
    this.flush()
    this.lines.push(`       ${what}`)
  }

  /** A node's answer. */
  answer(question: string, answer: unknown): void {
    if (this.isWhole) this.note(`  ${question} → ${JSON.stringify(answer).slice(0, 100)}`)
  }

  private flush(): void {
    if (this.calls.length > 0 && this.isWhole) this.lines.push(`         ${this.calls.join(' ')}`)
    this.calls = []
  }

  toString(): string {
    this.flush()
    return this.lines.join('\n')
  }
}

const words: Record<Fate, string> = {
  well: 'works',
  before: 'lost before it took effect',
  after: 'took effect, its answer was lost',
  refused: 'refused',
  lie: 'answered falsely',
}
