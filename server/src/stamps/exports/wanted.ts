import type { Link } from '../../accounts/tokens/export-links.js'
import type { ProofPart } from '../../certificates/proof-file.js'
import type { Language } from '../../texts/languages.js'

/** Forms of an export. */
export const exportFormats = ['zip', 'csv', 'xlsx', 'pdf'] as const

/** The form of an export. */
export interface WantedStamps {
  kind: 'stamps'
  format: (typeof exportFormats)[number]
  parts: ProofPart[]
  language: Language
  /** The run whose folders documents are in; by default, the newest run of each. */
  run: string | null
}

/** A link to stamps. */
export type ExportLink = Link<WantedStamps>
