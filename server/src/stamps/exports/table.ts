import { createdAt } from '../../base/ids.js'
import { stateNames } from '../../ledger/batch-state.js'
import type { Language } from '../../texts/languages.js'
import { txidOf } from '../present.js'
import type { ExportedStamp } from './documents.js'
import { exportWords } from './words.js'

/** A cell: a text, a time or nothing. */
export type Cell = string | Date | null

/** Returns the names of the columns. */
export function headOf(language: Language): string[] {
  const { columns } = exportWords[language]
  return Object.values(columns)
}

/** Returns a stamp as a row of a table, in the order of {@link headOf}. */
export function cellsOf({ row, labels, place }: ExportedStamp, language: Language): Cell[] {
  const { visibility, states } = exportWords[language]
  const own = labels.get(row.id)
  return [
    place.folder,
    row.name,
    row.code,
    row.hash.toString('hex'),
    row.is_private ? visibility.private : visibility.public,
    new Date(createdAt(row.id)),
    row.block_time,
    states[stateNames[row.state]],
    txidOf(row),
    own?.run?.name ?? '',
    own?.tags.join(', ') ?? '',
    own?.note ?? '',
  ]
}
