import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange } from '../../../session/session.js'
import type { PdfCopy } from './copy.js'

/** A stamped copy, with the document that it begins with. */
export interface KeptCopy {
  readonly copy: PdfCopy
  readonly file: File
  /** Path of the document within a dropped or chosen folder; null for one that came alone. */
  readonly path: string | null
}

/** Copies that were stamped, until they are saved: this page alone has them. Cancelling or starting another run keeps them. */
class KeptCopies {
  list: readonly KeptCopy[] = []
  /** Whether someone saved all of them. */
  isSaved = true
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly snapshot = (): readonly KeptCopy[] => this.list

  /** Adds a copy. Those that were saved make room. */
  add(kept: KeptCopy): void {
    this.list = this.isSaved ? [kept] : [...this.list, kept]
    this.isSaved = false
    this.notify()
  }

  /** They were saved; they can be once more, until others come. */
  markSaved(): void {
    this.isSaved = true
    this.list = [...this.list]
    this.notify()
  }

  clear(): void {
    this.list = []
    this.isSaved = true
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}

/** The page's copies. */
export const keptCopies = new KeptCopies()

// The next person at this browser must not get them.
onSessionChange(() => void currentSession().then(({ status }) => status === 'out' && keptCopies.clear()))
addEventListener('beforeunload', (event) => {
  if (!keptCopies.isSaved) event.preventDefault()
})

/** Returns the copies and re-renders when they change. */
export function useKeptCopies(): KeptCopies {
  useSyncExternalStore(keptCopies.subscribe, keptCopies.snapshot)
  return keptCopies
}
