import {
  briefsOf,
  type GivenDocument,
  type GivenProof,
  type GivenStart,
  type JudgeOne,
  longDigests,
  type ProofBrief,
  proofsIn,
  type ReadFile,
  startsToFind,
  tellApart,
  type Unread,
} from '@tallystick/proof'
import { inOrder } from '../../in-order.js'
import { knownScripts } from '../read-evidence.js'
import { digestOf, type Source, startLength, startOf } from './sources.js'

/** Files read at the same time. */
const READERS = 4

/** Everything known about the files: no content, only digests and findings. */
export type Collected = {
  readonly documents: readonly GivenDocument[]
  readonly proofs: readonly GivenProof[]
  readonly unread: readonly Unread[]
}

type Read = ReadFile & { readonly source: Source; readonly digests: string[]; start?: GivenStart }

/** Reads all files once: judges the proofs among them, and hashes everything, since a file with a proof may be the document of another one. */
export async function collect(sources: readonly Source[], judgeOne: JudgeOne): Promise<Collected> {
  const unread: Unread[] = []
  const all: Read[] = []
  const read = async (source: Source): Promise<Read | undefined> => {
    const { path, file, entry } = source
    try {
      const briefs = await judgedProofs(source, judgeOne)
      return { path, archive: entry === undefined ? null : file, source, briefs, digests: [await digestOf(source, 64)] }
    } catch (error) {
      unread.push({ path, reason: (error as Error).message })
      return undefined
    }
  }
  for await (const one of inOrder(sources, READERS, read)) if (one !== undefined) all.push(one)
  for (const { digits, files } of longDigests(all)) {
    for (const { source, digests } of files) digests.push(await digestOf(source, digits))
  }
  await findStarts(all, unread)
  return { ...tellApart(all), unread }
}

/** Finds the originals that stamped copies begin with, where a proof names one. */
async function findStarts(all: readonly Read[], unread: Unread[]): Promise<void> {
  const { digits, files } = startsToFind(all)
  const find = async (one: Read) => {
    try {
      const length = await startLength(one.source)
      if (length === undefined) return
      one.start = { length, digests: await Promise.all(digits.map((each) => digestOf(one.source, each, length))) }
    } catch (error) {
      unread.push({ path: one.path, reason: (error as Error).message })
    }
  }
  for await (const _ of inOrder(files, READERS, find));
}

/** Judges the proofs in sources once more. */
export async function judgeAgain(sources: readonly Source[], judgeOne: JudgeOne): Promise<GivenProof[]> {
  const found: GivenProof[] = []
  const read = async (source: Source) =>
    (await judgedProofs(source, judgeOne)).map((brief) => ({ path: source.path, brief }))
  for await (const some of inOrder(sources, READERS, read)) found.push(...some)
  return found
}

async function judgedProofs(source: Source, judgeOne: JudgeOne): Promise<ProofBrief[]> {
  const file = { name: source.path, size: source.size, read: (end: number) => startOf(source, end) }
  const found: ProofBrief[] = []
  for (const evidence of await proofsIn(file, knownScripts)) found.push(...(await briefsOf(evidence, judgeOne)))
  return found
}
