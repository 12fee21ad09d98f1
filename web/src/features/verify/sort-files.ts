import { hashIn } from '../../checking/hash-in.js'
import { pathOf } from '../../ui/forms/dropped-files.js'
import { ask, type Carried } from './checking/checker.js'

/** Evidence and the file it came in; null if this service supplied it, which it does for proofs alone. */
export type Evidence =
  | (Exclude<Carried, { form: 'manifest' | 'unreadable' }> & { file: File | null })
  | { form: 'manifest'; file: File }
  | { form: 'unreadable'; file: File }

type CarriedFile = Evidence & { file: File }

/** Input so far: a document or the files of a folder, and the evidence. */
export interface Given {
  documents: File[]
  evidence: Evidence | null
  /** Documents and proofs are told apart later, when all of them are read. */
  areMany?: boolean
}

/** Hashes a file with the algorithm of a given hash; SHA-256 unless that is longer. */
type DigestLike = (file: File, hash: string) => Promise<string>

/** Whether files form a folder: several, or one with a path. */
export function areFolder(documents: readonly File[]): boolean {
  return documents.length > 1 || documents.some((file) => pathOf(file).includes('/'))
}

/**
 * Tells documents and proofs apart by their content, whatever their names, and merges them with the earlier input. A certificate
 * carries a proof, but is the document if the other proof is about it.
 */
export async function sortFiles(files: readonly File[], given: Given, digestLike: DigestLike): Promise<Given> {
  if (given.areMany) return sortMany([...given.documents, ...files], given)
  const isFolder = files.length > 2 || files.some((file) => pathOf(file).includes('/'))
  if (isFolder || (await haveProofsInArchives(files))) return sortMany(files, given)
  const read = await Promise.all(files.map(async (file) => ({ file, carried: await ask('read', { file }) })))
  const documents = read.filter(({ carried }) => carried === null).map(({ file }) => file)
  const carriers = read.flatMap(({ file, carried }) => (carried ? [{ ...carried, file } as CarriedFile] : []))
  if (documents.length === 2) return damagedProof(documents, given)
  const [first, second] = carriers
  if (!first) return { documents, evidence: given.evidence }
  if (documents.length === 1) return { documents, evidence: first }
  if (second) return sortCarriers(first, second, given, digestLike)
  // A single file with a proof is the document of the earlier proof, or a new proof.
  const before = given.evidence
  const isDocument = before !== null && given.documents.length === 0 && (await isAbout(before, first.file, digestLike))
  return isDocument ? { documents: [first.file], evidence: before } : { documents: given.documents, evidence: first }
}

/** Of two files with proofs, one may be about the other. */
async function sortCarriers(
  first: CarriedFile,
  second: CarriedFile,
  given: Given,
  digestLike: DigestLike,
): Promise<Given> {
  if (await isAbout(first, second.file, digestLike)) return { documents: [second.file], evidence: first }
  if (await isAbout(second, first.file, digestLike)) return { documents: [first.file], evidence: second }
  return { documents: given.documents, evidence: first }
}

async function isAbout(evidence: Evidence, file: File, digestLike: DigestLike): Promise<boolean> {
  if (evidence.form === 'manifest' || evidence.form === 'unreadable') return false
  if (evidence.form !== 'ots' && evidence.form !== 'combined')
    return (await digestLike(file, hashIn(evidence.json))) === hashIn(evidence.json)
  // Only the document matters here, not the chain.
  const digest = await digestLike(file, '')
  return (await ask('judge', { evidence, digest, known: [], now: 0 })).outcome !== 'refused'
}

/** A damaged proof beside a document still counts as a proof; otherwise both are documents. */
async function damagedProof(documents: File[], given: Given): Promise<Given> {
  const meant = documents.find(({ name }) => /\.json$/i.test(name))
  const others = documents.filter((file) => file !== meant)
  if (!meant || others.length !== 1) return sortMany(documents, given)
  return { documents: others, evidence: { form: 'json', json: await ask('json', { file: meant }), file: meant } }
}

/**
 * Many files are a folder if its manifest is among them, or was given before, and no proofs: the manifest at the shallowest level
 * counts. Otherwise they are documents and proofs.
 */
async function sortMany(files: readonly File[], given: Given): Promise<Given> {
  const many = { documents: [...files], evidence: null, areMany: true }
  if (files.some(({ name }) => isArchive(name) || isProofName(name))) return many
  const depth = (file: File) => pathOf(file).split('/').length
  const candidates = files.filter(({ name }) => /\.json$/i.test(name)).sort((a, b) => depth(a) - depth(b))
  for (const file of candidates) {
    const carried = await ask('read', { file })
    if (carried?.form === 'manifest') return { documents: [...files], evidence: { form: 'manifest', file } }
    if (carried !== null) return many
  }
  return given.evidence?.form === 'manifest' ? { documents: [...files], evidence: given.evidence } : many
}

/** Returns whether files are archives as exports make them; any other is a document. */
async function haveProofsInArchives(files: readonly File[]): Promise<boolean> {
  for (const file of files.filter(({ name }) => isArchive(name))) {
    const entries = (await ask('entries', { file }).catch(() => null)) ?? []
    for (const entry of entries) {
      const briefs = await ask('briefs', { from: { file, entry }, known: [], now: 0 }).catch(() => [])
      if (briefs.length > 0) return true
    }
  }
  return false
}

/** Whether a file may be an archive of documents and proofs. Office documents are ZIP files, too, so the name tells. */
export const isArchive = (name: string) => /\.zip$/i.test(name)

/** Proofs are recognised by content; their names only tell that a folder is more than one with its manifest. */
const isProofName = (name: string) => /\.(ots|proof\.(json|pdf|html))$/i.test(name)
