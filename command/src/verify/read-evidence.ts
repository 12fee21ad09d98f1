import {
  EVIDENCE_HEAD_BYTES,
  type Evidence,
  evidenceIn,
  maxEvidenceBytes,
  noEvidence,
  ProofError,
  problemAtStart,
} from '@tallystick/proof'
import { inputStream, reading } from '../input.js'

/** SHA-256 of the script that certificates run. The builds of the programs replace it. */
declare const PAGE_SCRIPT_HASH: string | undefined
export const knownScripts = typeof PAGE_SCRIPT_HASH === 'string' ? [PAGE_SCRIPT_HASH] : []

/**
 * Reads the evidence in a file, no further than evidence can reach. Returns a ProofError when it has none: damage is a reason to
 * refuse the file, not a usage error.
 * @throws Error for people when the file cannot be read.
 */
async function readEvidence(path: string): Promise<Evidence | ProofError> {
  try {
    const bytes = await reading(path, readUpToLimit(path))
    if (bytes instanceof ProofError) return bytes
    return (await evidenceIn(bytes, path, knownScripts)) ?? noEvidence(bytes)
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
}

/** Reads the evidence in a file, see {@link readEvidence}. */
export type ReadEvidence = (path: string) => Promise<Evidence | ProofError>

/** Returns a reader that reads each file once, however often it is asked: manifests can be large, and pipes end. */
export function evidenceReader(): ReadEvidence {
  const found = new Map<string, Promise<Evidence | ProofError>>()
  return (path) => {
    const evidence = found.get(path) ?? readEvidence(path)
    found.set(path, evidence)
    return evidence
  }
}

/** Sizes at which a long file is looked at, so that nonsense needn't be read to its end. */
const looks = [16, 64].map((mebibytes) => mebibytes * 1024 * 1024)

/** The whole file, or why it cannot be evidence. */
async function readUpToLimit(path: string): Promise<Uint8Array | ProofError> {
  const pieces: Uint8Array[] = []
  const due = [...looks]
  let length = 0
  let max = EVIDENCE_HEAD_BYTES
  for await (const piece of inputStream(path)) {
    pieces.push(piece)
    length += piece.length
    if (length > max) max = maxEvidenceBytes(Buffer.concat(pieces))
    if (length > max) return new ProofError('malformed', 'the file is too large to be a proof')
    if (due[0] !== undefined && length > due[0]) {
      due.shift()
      const problem = problemAtStart(Buffer.concat(pieces))
      if (problem !== undefined) return problem
    }
  }
  return Buffer.concat(pieces)
}
