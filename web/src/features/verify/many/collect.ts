import {
  type GivenDocument,
  type GivenProof,
  type GivenStart,
  type KnownBlock,
  longDigests,
  type ProofBrief,
  type ReadFile,
  startsToFind,
  tellApart,
  type Unread,
} from '@tallystick/proof'
import { ask, type ProofPlace } from '../checking/checker.js'
import { inParallel, type ReadProgress, readFiles } from '../read-files.js'
import { algorithmOf, digestOf, type Source, sourcesOf, startAt } from './sources.js'

/** Everything known about what was dropped: no content, only digests and findings. */
export interface Collected {
  documents: GivenDocument[]
  proofs: GivenProof[]
  /** Where the proofs are, to judge them again. */
  places: { path: string; place: ProofPlace }[]
  unread: Unread[]
}

interface Read extends ReadFile {
  source: Source
  digests: string[]
  start?: GivenStart
}

interface Surroundings {
  known: readonly KnownBlock[]
  signal: AbortSignal
}

/**
 * Reads all files once: judges the proofs among them, and hashes everything, since whatever carries a proof may be the document of
 * another one.
 *
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function collect(
  files: readonly File[],
  { known, signal }: Surroundings,
  onProgress: (progress: ReadProgress) => void,
): Promise<Collected> {
  const unread: Unread[] = []
  const refused: Source[] = []
  const read = async (source: Source, count: (bytes: number) => void, isAgain = false): Promise<Read | null> => {
    try {
      const briefs = await briefsAt(source.place, known)
      signal.throwIfAborted()
      const digest = await digestOf(source, { algorithm: 'sha256', signal, onProgress: count })
      return { path: source.path, archive: source.archive?.path ?? null, source, digests: [digest], briefs }
    } catch (error) {
      signal.throwIfAborted()
      if (!isAgain) refused.push(source)
      else unread.push({ path: source.path, reason: error instanceof Error ? error.message : String(error) })
      return null
    }
  }
  const first = await readFiles(await sourcesOf(files), (source, count) => read(source, count), onProgress)
  // Of hundreds that are read at once, a browser now and then refuses one that is there.
  const second: (Read | null)[] = []
  for (const source of refused) second.push(await read(source, () => undefined, true))
  const all = [...first, ...second].filter((one) => one !== null)
  for (const { digits, files } of longDigests(all)) {
    await inParallel(files, async ({ source, digests }) => {
      digests.push(await digestOf(source, { algorithm: algorithmOf(digits), signal, onProgress: () => undefined }))
    })
  }
  const { digits, files: copies } = startsToFind(all)
  await inParallel(copies, async (one) => {
    const start = await startAt(one.source, digits, signal)
    if (start !== undefined) one.start = start
  })
  const places = all
    .filter(({ briefs }) => briefs.length > 0)
    .map(({ path, source: { place } }): Collected['places'][number] => ({ path, place }))
  return { ...tellApart(all), places, unread }
}

/** Judges the proofs in a place. */
export function briefsAt(from: ProofPlace, known: readonly KnownBlock[]): Promise<ProofBrief[]> {
  return ask('briefs', { from, known, now: Date.now() })
}
