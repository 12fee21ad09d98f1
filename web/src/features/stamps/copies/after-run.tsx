import type { RunItem } from '../new/run-items.js'
import { useKeptCopies } from './kept-copies.js'
import { copiesPart } from './load.js'

/** Copies that wait to be saved. Loaded once there are some. */
export function WaitingCopies() {
  return useKeptCopies().list.length > 0 ? <CopiesToSave /> : null
}

function CopiesToSave() {
  const part = copiesPart.use()
  return part ? <part.CopiesToSave /> : null
}

/** PDFs of a run that were stamped as they are, although copies were wanted. */
export function WithoutMark({ items }: { items: readonly RunItem[] }) {
  const part = copiesPart.use()
  return part ? <part.WithoutMarkList items={items} /> : null
}
