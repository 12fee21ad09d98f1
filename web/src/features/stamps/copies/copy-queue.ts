import type { CopyLanguage, MarkPlace } from '@tallystick/sdk/copy'
import type { RunItem } from '../new/run-items.js'
import { Codes } from './codes.js'
import { CopyRefusal } from './copy.js'
import { CopyMaker } from './copy-maker.js'

/** How copies are made. */
export interface CopyTerms {
  /** In the mark; empty for none. */
  name: string
  place: MarkPlace | 'own page'
  /** The service seals each. */
  seals: boolean
  language: CopyLanguage
  /** Between the name of a document and its ending, in the name of its copy. */
  suffix: string
  /** PDFs of which no copy can be made: left out, instead of stamped as they are. */
  leavesOut: boolean
}

/** A run, as its copies know it. */
export interface CopyHooks {
  signal: AbortSignal
  began(item: RunItem): void
  /** `error`: why the item can't be stamped. Without one it can be: with its copy or, when none could be made, as it is. */
  ended(item: RunItem, error?: unknown): void
}

/** While one waits for its timestamp, the other is made. */
const makersMax = 2
/** Bytes of documents at work. A copy takes up to six times its document's; only one that is larger goes alone. */
const heldBytesMax = 16 * 1024 * 1024

/** Makes the copies of a run's PDFs, few at a time. */
export class CopyQueue {
  private readonly terms: CopyTerms
  private readonly hooks: CopyHooks
  private readonly codes = new Codes()
  private readonly idle = Array.from({ length: makersMax }, () => new CopyMaker())
  private waiting: RunItem[] = []
  private held = 0

  constructor(terms: CopyTerms, hooks: CopyHooks) {
    this.terms = terms
    this.hooks = hooks
  }

  /** Has the copy of an item made. */
  add(item: RunItem): void {
    this.waiting.push(item)
    this.advance()
  }

  /** Ends the workers. */
  stop(): void {
    for (const maker of this.idle) maker.stop()
  }

  private advance(): void {
    for (let next = this.waiting[0]; next !== undefined && !this.hooks.signal.aborted; next = this.waiting[0]) {
      const bytes = next.size ?? 0
      if (this.held > 0 && this.held + bytes > heldBytesMax) return
      const maker = this.idle.pop()
      if (maker === undefined) return
      this.waiting.shift()
      this.held += bytes
      void this.make(next, maker).finally(() => {
        this.held -= bytes
        this.idle.push(maker)
        this.advance()
      })
    }
  }

  private async make(item: RunItem, maker: CopyMaker): Promise<void> {
    const { signal, began, ended } = this.hooks
    const { name, place, seals, language, suffix, leavesOut } = this.terms
    began(item)
    try {
      const reserved = await this.codes.take(this.waiting.length + 1, signal)
      const terms = { ...reserved, place, language, date: new Date(), ...(name && { name }) }
      const { file, hash } = item
      const seal = (digest: Uint8Array) => this.codes.seal(reserved, digest, signal)
      const made = await maker
        .make({ file: file as File, hash: hash as string, terms }, signal, seals ? seal : null)
        .catch((error: unknown) => {
          this.codes.giveBack(reserved)
          throw error
        })
      item.copy = { ...made, code: reserved.code, name: copyName(item.name, suffix) }
      ended(item)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CopyRefusal && error.isOfDocument && !leavesOut) {
        item.unmarked = error
        ended(item)
      } else ended(item, error)
    }
  }
}

/** Returns the name of a document's copy: `agreement.stamped.pdf`. */
function copyName(name: string, suffix: string): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.pdf)?$/i.exec(name) ?? []
  return `${stem}.${suffix}${ending || '.pdf'}`
}
