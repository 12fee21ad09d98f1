import { nameOf } from '../manifest/path.js'
import type { ProofBrief } from './brief.js'

/** A proof, and the file that it is in. */
export type GivenProof = { readonly path: string; readonly brief: ProofBrief }

/** A document with its digests in hex: SHA-256, and longer ones where a proof has one of that length. */
export type GivenDocument = {
  readonly path: string
  readonly digests: readonly string[]
  /** The document that it begins with, if it was looked for: see `startsToFind`. */
  readonly start?: GivenStart
}

/** A document that a file begins with, see `originalLength`: its length in bytes and its digests in hex, as those of the file. */
export type GivenStart = { readonly length: number; readonly digests: readonly string[] }

/** A document with proofs. */
export type Pair = { readonly document: GivenDocument; readonly proofs: readonly GivenProof[] }

/** Documents and proofs that belong together. */
export type Pairing = {
  /** By content, every document with all of its proofs. */
  readonly pairs: readonly Pair[]
  /** By the original that they begin with: copies that were changed, with the proofs that name it. */
  readonly copies: readonly Pair[]
  /** Only by name: the document was changed, or is another one, or its proof can't be read. */
  readonly named: readonly Pair[]
  readonly documents: readonly GivenDocument[]
  readonly proofs: readonly GivenProof[]
}

/**
 * Pairs documents with proofs by content; an original without a proof of its own has those of its stamped copies, and so has a changed
 * copy that still begins with it. A name only explains what is left: one document and one proof of the same name are taken to be of each
 * other, though they don't fit. Where several have a name, no one can tell which is meant.
 */
export function pairProofs(documents: readonly GivenDocument[], proofs: readonly GivenProof[]): Pairing {
  const byHash = groups(proofs, ({ brief }) => brief.hash)
  const byOriginal = groups(proofs, ({ brief }) => brief.original)
  const naming = (digests: readonly string[]) => digests.flatMap((digest) => byOriginal.get(digest) ?? [])
  const proofsOf = ({ digests }: GivenDocument) => {
    const own = digests.flatMap((digest) => byHash.get(digest) ?? [])
    return own.length > 0 ? own : naming(digests)
  }
  const [pairs, unpaired] = paired(documents, proofsOf)
  const [copies, leftDocuments] = paired(unpaired, ({ start }) => naming(start?.digests ?? []))
  const found = new Set([...pairs, ...copies].flatMap(({ proofs }) => proofs))
  const named = pairByName(leftDocuments, [...groups(withoutAll(proofs, found), contentOf).values()])
  const explained = new Set<unknown>(named.flatMap(({ document, proofs }) => [document, ...proofs]))
  return {
    pairs,
    copies,
    named,
    documents: withoutAll(leftDocuments, explained),
    proofs: withoutAll(proofs, found).filter((proof) => !explained.has(proof)),
  }
}

/** Returns documents with the proofs that a rule finds for them, and those without any. */
function paired(
  documents: readonly GivenDocument[],
  proofsOf: (document: GivenDocument) => readonly GivenProof[],
): [pairs: Pair[], left: GivenDocument[]] {
  const all = documents.map((document) => ({ document, proofs: proofsOf(document) }))
  const left = all.filter(({ proofs }) => proofs.length === 0).map(({ document }) => document)
  return [all.filter(({ proofs }) => proofs.length > 0), left]
}

/** @param left proofs of one content each. */
function pairByName(documents: readonly GivenDocument[], left: readonly (readonly GivenProof[])[]) {
  const byName = groups(documents, ({ path }) => nameOf(path))
  const proofsByName = new Map<string, (readonly GivenProof[])[]>()
  for (const same of left) {
    for (const name of new Set(same.flatMap(namesOf))) proofsByName.set(name, [...(proofsByName.get(name) ?? []), same])
  }
  const taken = new Set<unknown>()
  return [...byName].flatMap(([name, [document, ...others]]) => {
    const [same, ...more] = proofsByName.get(name) ?? []
    if (document === undefined || same === undefined || others.length + more.length > 0 || taken.has(same)) return []
    taken.add(same)
    return [{ document, proofs: same }]
  })
}

/** Several proofs of one content are one to pair; those that can't be read are each their own. */
const contentOf = ({ path, brief }: GivenProof) => brief.hash ?? path

/** The names that a proof's document may have: as it says, and as its file is called. */
function namesOf({ path, brief }: GivenProof): string[] {
  const [, ofFile] = /^(.+?)(?:\.proof)?\.(?:json|pdf|html|ots)$/i.exec(nameOf(path)) ?? []
  return [brief.name, ofFile].filter((name) => name !== undefined)
}

function groups<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key | undefined): Map<Key, Item[]> {
  const found = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const same = found.get(key)
    if (same) same.push(item)
    else found.set(key, [item])
  }
  return found
}

const withoutAll = <Item>(items: readonly Item[], others: ReadonlySet<unknown>) =>
  items.filter((item) => !others.has(item))
