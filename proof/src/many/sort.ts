import type { ProofBrief } from './brief.js'
import type { GivenDocument, GivenProof, GivenStart } from './pair.js'

/** A file that was read: its digests in hex, and the findings on the proofs in it. */
export type ReadFile = {
  readonly path: string
  /** Path of the archive that it is in; null for a file of its own. */
  readonly archive: string | null
  readonly digests: readonly string[]
  readonly briefs: readonly ProofBrief[]
  readonly start?: GivenStart
}

/**
 * Tells documents and proofs apart. An archive is opened if it has a proof in it, and a document otherwise. A file with a proof is
 * also a document if another file has a proof about it.
 */
export function tellApart(all: readonly ReadFile[]): { documents: GivenDocument[]; proofs: GivenProof[] } {
  const opened = new Set(all.flatMap(({ archive, briefs }) => (archive !== null && briefs.length > 0 ? archive : [])))
  const given = all.filter(({ archive }) => archive === null || opened.has(archive))
  // By hash, the file with its proof; null when there are several.
  const carriers = new Map<string, ReadFile | null>()
  for (const file of given) {
    for (const { hash } of file.briefs) {
      if (hash === undefined) continue
      const before = carriers.get(hash)
      carriers.set(hash, before === undefined || before === file ? file : null)
    }
  }
  const isMeant = (file: ReadFile) =>
    file.digests.some((digest) => carriers.has(digest) && carriers.get(digest) !== file)
  const isPlain = ({ archive, path, briefs }: ReadFile) =>
    briefs.length === 0 && !(archive === null && opened.has(path))
  return {
    documents: given
      .filter((file) => isPlain(file) || isMeant(file))
      .map(({ path, digests, start }) => ({ path, digests, ...(start && { start }) })),
    proofs: given.flatMap(({ path, briefs }) => briefs.map((brief) => ({ path, brief }))),
  }
}

/** Hex digits of a hash, which select its algorithm. */
const hashDigits = [64, 96, 128] as const
export type HashDigits = (typeof hashDigits)[number]

/** Lists the longer hashes, by their hex digits, that proofs are about: files without a proof of their SHA-256 need them, too. */
export function longDigests<File extends ReadFile>(all: readonly File[]): { digits: 96 | 128; files: File[] }[] {
  const hashes = new Set(all.flatMap(({ briefs }) => briefs.flatMap(({ hash }) => hash ?? [])))
  const files = all.filter(({ digests }) => !digests.some((digest) => hashes.has(digest)))
  return ([96, 128] as const)
    .filter((digits) => [...hashes].some((hash) => hash.length === digits))
    .map((digits) => ({ digits, files }))
}

/**
 * Lists the files that may be stamped copies, and the hex digits of the hashes by which proofs name originals: for them, the document
 * that they begin with is worth looking for. None when no proof names an original.
 */
export function startsToFind<File extends ReadFile>(
  all: readonly File[],
): { digits: readonly HashDigits[]; files: File[] } {
  const briefs = all.flatMap((file) => file.briefs)
  const originals = new Set(briefs.flatMap(({ original }) => original ?? []))
  // A document that is no copy needs no look: its own proof is here, or it is an original itself.
  const plain = new Set(briefs.flatMap(({ hash, original }) => (original === undefined && hash ? hash : [])))
  const digits = hashDigits.filter((digits) => [...originals].some(({ length }) => length === digits))
  const isCandidate = ({ digests }: File) => !digests.some((digest) => plain.has(digest) || originals.has(digest))
  return { digits, files: digits.length === 0 ? [] : all.filter(isCandidate) }
}
