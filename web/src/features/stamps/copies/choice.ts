import type { MarkPlace } from '@tallystick/sdk/copy'
import { keepChoice, readChoice } from '../../../session/choices.js'

/** How the PDFs of a run get stamped copies. */
export interface CopyChoice {
  isWanted: boolean
  /** In the mark; empty for none. */
  name: string
  place: MarkPlace | 'own page'
  /** The service seals them, where it offers that. */
  seals: boolean
  /** PDFs of which no copy can be made: left out, instead of stamped as they are. */
  leavesOut: boolean
}

/** At the lower right corner of the last page. */
export const usualPlace: MarkPlace = { page: 'last', x: 1, y: 1, width: 0.37 }

const unasked: CopyChoice = { isWanted: false, name: '', place: usualPlace, seals: false, leavesOut: false }

/** Returns the choice of this account's last run with PDFs in this browser. Unasked, no copies are made. */
export function lastCopyChoice(accountId: string): CopyChoice {
  const kept = readChoice(keyOf(accountId))
  return kept === null ? unasked : { ...unasked, ...(JSON.parse(kept) as Partial<CopyChoice>) }
}

/** Keeps the choice for the next run. */
export function keepCopyChoice(accountId: string, choice: CopyChoice): void {
  keepChoice(keyOf(accountId), JSON.stringify(choice))
}

/** Whether a copy can be made of a document. What says it is a PDF may turn out to be none. */
export function isPdf({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name)
}

const keyOf = (accountId: string) => `tallystick.copies.${accountId}`
