import { pathOf } from '../../ui/dropped-files.js'
import { ask } from './checking/checker.js'
import type { Carried } from './checking/read-evidence.js'

/** Something that proves, and the file it came in; null when this service gave it. */
export type Evidence = Carried & { file: File | null }

/** What was given so far: a document, or the files of a folder; and what proves something about it. */
export interface Given {
  documents: File[]
  evidence: Evidence | null
}

/** The fingerprint of a file, in hex, of the same kind as another one: SHA-256, unless that is longer. */
type DigestLike = (file: File, hash: string) => Promise<string>

/** What is asked here has nothing to do with the chain. */
const nowhere = { chain: '', contract: '' }

/** Whether files are meant as a folder: there are several, or one lay in a folder. */
export function areFolder(documents: readonly File[]): boolean {
  return documents.length > 1 || documents.some((file) => pathOf(file).includes('/'))
}

/**
 * Tells documents and proofs apart by what is in them, whatever they are called, and joins them with what is there already. A
 * certificate, which carries a proof, may be the document itself: it is when the other proof is about it.
 */
export async function sortFiles(files: readonly File[], given: Given, digestLike: DigestLike): Promise<Given> {
  if (files.length > 2 || files.some((file) => pathOf(file).includes('/'))) return sortFolder(files, given)
  const read = await Promise.all(files.map(async (file) => ({ file, carried: await ask('read', { file }) })))
  const documents = read.filter(({ carried }) => carried === null).map(({ file }) => file)
  const carriers = read.flatMap(({ file, carried }) => (carried ? [{ ...carried, file }] : []))
  if (documents.length === 2) return damagedProof(documents, given)
  const [first, second] = carriers
  if (!first) return { documents, evidence: given.evidence }
  if (documents.length === 1) return { documents, evidence: first }
  if (second) return sortCarriers(first, second, given, digestLike)
  // One that carries a proof, alone: the document that the earlier proof is about, or another proof.
  const before = given.evidence
  const isDocument = before !== null && given.documents.length === 0 && (await isAbout(before, first.file, digestLike))
  return isDocument ? { documents: [first.file], evidence: before } : { documents: given.documents, evidence: first }
}

/** Two that carry proofs: one may be about the other. */
async function sortCarriers(
  first: Evidence & { file: File },
  second: Evidence & { file: File },
  given: Given,
  digestLike: DigestLike,
): Promise<Given> {
  if (await isAbout(first, second.file, digestLike)) return { documents: [second.file], evidence: first }
  if (await isAbout(second, first.file, digestLike)) return { documents: [first.file], evidence: second }
  return { documents: given.documents, evidence: first }
}

async function isAbout(evidence: Evidence, file: File, digestLike: DigestLike): Promise<boolean> {
  if (evidence.form === 'manifest') return false
  if (evidence.form !== 'ots') return (await digestLike(file, hashIn(evidence.json))) === hashIn(evidence.json)
  const digest = await digestLike(file, '')
  return (await ask('ots', { bytes: evidence.bytes, digest, home: nowhere })).outcome === 'traced'
}

/** The hash that a proof says it is about; empty when it says nothing. */
export function hashIn(json: unknown): string {
  const hash = typeof json === 'object' && json !== null && 'hash' in json ? json.hash : null
  return typeof hash === 'string' ? hash : ''
}

/** A damaged proof beside a document is still meant as one; two documents are two documents. */
async function damagedProof(documents: File[], given: Given): Promise<Given> {
  const meant = documents.find(({ name }) => /\.json$/i.test(name))
  const others = documents.filter((file) => file !== meant)
  if (!meant || others.length !== 1) return { documents, evidence: given.evidence }
  return { documents: others, evidence: { form: 'json', json: await ask('json', { file: meant }), file: meant } }
}

/** Many files are a folder; its manifest may be among them, best beside the folder, else where it is least deep. */
async function sortFolder(files: readonly File[], given: Given): Promise<Given> {
  const depth = (file: File) => pathOf(file).split('/').length
  const candidates = files.filter(({ name }) => /\.json$/i.test(name)).sort((a, b) => depth(a) - depth(b))
  for (const file of candidates) {
    const carried = await ask('read', { file })
    if (carried?.form === 'manifest') return { documents: [...files], evidence: { ...carried, file } }
  }
  return { documents: [...files], evidence: given.evidence?.form === 'manifest' ? given.evidence : null }
}
