import {
  archiveEntries,
  briefsOf,
  compareFolder,
  type Finding,
  fromHex,
  type ManifestFinding,
  ProofError,
  proofsIn,
  readingCertificates,
  type SingleEvidence,
} from '@tallystick/proof'
import { type CheckTokens, judgeEvidence } from '../../../checking/judge-evidence.js'
import { readEvidence, readJson } from '../../../checking/read-evidence.js'
import type { Job, Jobs, ProofPlace, Reply } from './checker.js'
import { entryStart, reading } from './entry.js'

// Everything these pages prove is proven here, by package `proof`: the page stays responsive and small.

/** SHA-256 of the script that certificates run. The build replaces it. */
declare const PAGE_SCRIPT_HASH: string | undefined
const knownScripts = typeof PAGE_SCRIPT_HASH === 'string' ? [PAGE_SCRIPT_HASH] : []

type Answer = Jobs[keyof Jobs]['answer']

async function answer(job: Job): Promise<Answer> {
  switch (job.kind) {
    case 'read': {
      const evidence = await readEvidence(job.file, knownScripts)
      if (evidence instanceof ProofError) return { form: 'unreadable' }
      return evidence?.form === 'manifest' ? { form: 'manifest' } : evidence
    }
    case 'json':
      return readJson(job.file)
    case 'judge':
      return judged(job)
    case 'compare': {
      const compared = job.found.map((found) => compareFolder(job.files, found))
      return compared.reduce((best, one) => (one.problems.length < best.problems.length ? one : best))
    }
    case 'entries':
      return (await archiveEntries(job.file.size, reading(job.file))) ?? null
    case 'briefs': {
      const briefs = (await evidenceAt(job.from)).map((evidence) =>
        briefsOf(evidence, (evidence, digest) => judgeEvidence(evidence, { ...job, digest }, checked)),
      )
      return (await Promise.all(briefs)).flat()
    }
  }
}

function evidenceAt(from: ProofPlace): Promise<(SingleEvidence | ProofError)[]> | (SingleEvidence | ProofError)[] {
  if ('json' in from) return [{ form: 'json', json: from.json }]
  const { file } = from
  if (!('entry' in from))
    return proofsIn({ name: file.name, size: file.size, read: (end) => reading(file)(0, end) }, knownScripts)
  const { path: name, size } = from.entry
  return proofsIn({ name, size, read: (end) => entryStart(file, from.entry, end) }, knownScripts)
}

async function judged({ evidence, digest, ...given }: Job<'judge'>): Promise<Finding> {
  const isLeft = evidence.form === 'manifest' || evidence.form === 'unreadable'
  const read = isLeft ? await readEvidence(evidence.file, knownScripts) : evidence
  // The file was replaced since.
  const found = read ?? new ProofError('malformed', 'the file holds no evidence any more')
  const finding = await judgeEvidence(
    found,
    { ...given, digest: digest === null ? undefined : fromHex(digest) },
    checked,
  )
  return finding.about === 'manifest' ? trimmed(finding) : finding
}

/** Reading tokens takes a large library, which few proofs need. Without it the finding says that they are unchecked. */
const readingTokens = () => import('@tallystick/proof/tsa').catch(() => null)

const checked: CheckTokens = async (proof) => (await readingTokens())?.verifyWitnesses(proof, []) ?? []

/** Leaves out the members that only judging needs: a manifest can be large. */
function trimmed(finding: ManifestFinding): ManifestFinding {
  const { manifest } = finding
  if (manifest === undefined) return finding
  const files = manifest.files.map(({ code, leafIndex, path, size, hash, transactionId, batch }) => ({
    code,
    leafIndex,
    path,
    size,
    hash,
    transactionId,
    batch,
  }))
  const blocks = manifest.blocks.map((block) => ({ ...block, nodes: [] }))
  const batches = manifest.batches.map((batch) => ({ ...batch, siblings: [] }))
  const anchors = finding.anchors.map((anchor) => anchor && { ...anchor, trieProof: [] })
  return { ...finding, anchors, manifest: { ...manifest, files, blocks, batches } }
}

const reply = (message: Reply) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  // An answer that cannot be sent is an error, too: without a reply the page would wait forever.
  answer(data)
    .then((answer) => reply({ id: data.id, answer }))
    .catch((error: unknown) => reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }))
})

// Few files need these, so they are no part of this one. They follow at once: from then on, the page checks everything offline.
void readingTokens()
readingCertificates().catch(() => undefined)
