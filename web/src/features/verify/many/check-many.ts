import {
  type GivenDocument,
  type GivenProof,
  type KnownBlock,
  type LookUp,
  pairProofs,
  type Row,
  rowsOf,
} from '@tallystick/proof'
import { codeOfHash, publicProof } from '../lookup.js'
import { inParallel, type ReadProgress } from '../read-files.js'
import { briefsAt, type Collected, collect } from './collect.js'

/** The answer on many documents and proofs, and what judging them again takes. */
export interface ManyResult extends Collected {
  rows: Row[]
  /** Blocks that the visitor had the proofs compared with. */
  known: readonly KnownBlock[]
  /** The service’s answer about documents without a proof. */
  lookUp: LookUp
}

/**
 * Checks any number of documents and proofs, which are paired by content. Documents without a proof are looked up at the service.
 *
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function checkMany(
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (progress: ReadProgress) => void,
): Promise<ManyResult> {
  const found = await collect(files, { known: [], signal }, onProgress)
  const { documents } = pairProofs(found.documents, found.proofs)
  const isAnswered = await lookUp(documents, found, signal)
  return { ...found, ...answer(found), known: [], lookUp: isAnswered ? 'unrecorded' : 'silent' }
}

/** Judges all proofs once more, by blocks that someone else knows. Documents are not read again. */
export async function confirmMany(
  result: ManyResult,
  known: readonly KnownBlock[],
  signal: AbortSignal,
): Promise<ManyResult> {
  const proofs = await inParallel(result.places, async ({ path, place }): Promise<GivenProof[]> => {
    signal.throwIfAborted()
    return (await briefsAt(place, known)).map((brief) => ({ path, brief }))
  })
  const found = { ...result, proofs: proofs.flat() }
  return { ...found, ...answer(found), known }
}

const answer = ({ documents, proofs, unread }: Collected) => ({ rows: rowsOf(pairProofs(documents, proofs), unread) })

/**
 * Adds the proofs of public stamps and files of documents that have none.
 *
 * @returns false when the service couldn't be asked
 */
async function lookUp(documents: readonly GivenDocument[], found: Collected, signal: AbortSignal): Promise<boolean> {
  let isAnswering = navigator.onLine || documents.length === 0
  await inParallel(documents, async ({ digests }) => {
    for (const digest of digests) {
      signal.throwIfAborted()
      if (!isAnswering) return
      try {
        const code = await codeOfHash(digest)
        const json = code && (await publicProof(code))
        if (!json) continue
        const path = `${location.host}/s/${code}`
        const place = { json }
        const briefs = await briefsAt(place, [])
        found.proofs.push(...briefs.map((brief) => ({ path, brief })))
        found.places.push({ path, place })
        return
      } catch {
        // The service is down, or wants no more questions. The files are checked all the same.
        isAnswering = false
      }
    }
  })
  return isAnswering
}
