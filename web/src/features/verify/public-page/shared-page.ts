import type { Outcome } from '@tallystick/proof'
import { useState } from 'react'
import type { DocumentFinding } from '../../../checking/anchors.js'
import { type CheckState, isBusy } from '../check-given.js'
import type { PublicPage } from '../lookup.js'
import type { Evidence } from '../sort-files.js'

/** The proof of the page, judged: alone, or with the visitor's document. */
export type Judged = Extract<CheckState, { step: 'judged' }>

/** The public data of a stamp or a file, as the service states it. */
export interface Shared {
  code: string
  name: string
  /** Empty unless published. */
  owner: string
  /** Texts that the owner has published. */
  descriptions: string[]
  /** ISO 8601, UTC. */
  receivedAt: string
}

/** Returns what a public page says, in one form for stamps and files. */
export function sharedOf(page: PublicPage): Shared {
  if (page.type === 'file') {
    const { uniqueId, fileName, createdAt } = page
    return { code: uniqueId, name: fileName, owner: '', descriptions: [], receivedAt: createdAt }
  }
  const { code, filename, ownerName, metaData, createdAt } = page
  const descriptions = metaData.flatMap(({ description }: { [key: string]: unknown }) =>
    typeof description === 'string' && description !== '' ? [description] : [],
  )
  return { code, name: filename, owner: ownerName, descriptions, receivedAt: createdAt }
}

/** Returns whether evidence is the proof that the service supplied for a code, not one that the visitor brought. */
function isSupplied(evidence: Evidence, code: string): boolean {
  if (evidence.form !== 'json' || evidence.file !== null) return false
  return (evidence.json as { code?: unknown } | null)?.code === code
}

/** Returns whether the visitor's document isn't what was stamped, while the proof itself holds. */
export function isOther({ failure }: DocumentFinding): boolean {
  return failure?.code === 'digest'
}

/** How the proof of the page and the visitor's document stand. */
export interface Standing {
  /** The proof, by the newest comparison of its block; null until it is judged. */
  stamped: Judged | null
  /** The visitor's document, checked by that proof. */
  own: (Judged & { document: File }) | null
  /** Whether the visitor brought something that has to be judged by itself: another proof, a folder. */
  isForeign: boolean
}

/** Tells the proof of the page from what the visitor adds to it: a document that doesn't fit takes nothing from what was stamped. */
export function useStanding(state: CheckState, code: string | undefined): Standing {
  const [stamped, setStamped] = useState<Judged | null>(null)
  const judged = state.step === 'judged' && code !== undefined && isSupplied(state.evidence, code) ? state : null
  if (judged && judged !== stamped && !isOther(judged.finding)) setStamped(judged)
  const own = judged !== null && judged.document !== null ? { ...judged, document: judged.document } : null
  const isNotReady = state.step === 'unknown' && state.what === 'code'
  const isForeign = judged === null && state.step !== 'idle' && !isBusy(state) && !isNotReady
  return { stamped, own, isForeign }
}

/** Colours of the verdicts: only what someone other than the issuer vouches for is green. */
export const tones: Record<Outcome, { edge: string; text: string }> = {
  confirmed: { edge: 'border-t-moss', text: 'text-moss' },
  stated: { edge: 'border-t-wood', text: 'text-wood' },
  consistent: { edge: 'border-t-amber', text: 'text-amber' },
  refused: { edge: 'border-t-seal', text: 'text-seal' },
}
