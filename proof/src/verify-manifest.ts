import { checkAnchor } from './anchor.js'
import { ProofError, type ProofErrorCode } from './errors.js'
import type { ProofAnchor } from './format.js'
import { fromHex, type Sha256, sha256, toHex } from './hash.js'
import { type ManifestDocument, manifestChecksum } from './manifest.js'
import { expandAnchor } from './manifest-blocks.js'
import { manifestGrounds } from './manifest-grounds.js'
import { parseManifest } from './manifest-parse.js'
import { lookalikes } from './manifest-path.js'
import { leavesOf } from './manifest-proof.js'
import { rootFromLeaves } from './multipath.js'

/** What is looked at in a manifest, in this order. */
export const manifestCheckNames = ['format', 'checksum', 'tree', 'transaction', 'block'] as const
export type ManifestCheckName = (typeof manifestCheckNames)[number]

export type ManifestCheck = {
  readonly name: ManifestCheckName
  readonly status: 'ok' | 'skip' | 'fail'
  readonly detail: string
}

export type ManifestVerdict = {
  /**
   * `verified`: everything holds and each file is anchored in a block. `not-anchored`: everything holds, but some files
   * are in no block yet, or there is no file. `refused`: `failure` says why.
   */
  readonly outcome: 'verified' | 'not-anchored' | 'refused'
  readonly checks: readonly ManifestCheck[]
  /** What one has to believe for the verdict to mean something, in plain words. */
  readonly restsOn: readonly string[]
  /** What is worth knowing but no reason to refuse, such as paths that some file systems do not tell apart. */
  readonly warnings: readonly string[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: ManifestCheckName; readonly message: string }
  /** The document, once its form was found right. */
  readonly manifest?: ManifestDocument
  /** How many files are in no block yet. */
  readonly waiting: number
  /** Times of the first and the last block, of those that prove each file earliest. */
  readonly earliest?: string
  readonly latest?: string
}

/**
 * Verifies a manifest from itself alone: no network, no clock, no files. Never throws: what is wrong is in `failure`.
 * @param json the document, already parsed as JSON.
 * @param sha a faster SHA-256 than the portable one, where there is one.
 */
export function verifyManifest(json: unknown, sha: Sha256 = sha256): ManifestVerdict {
  const checks: ManifestCheck[] = []
  let current: ManifestCheckName = 'format'
  let manifest: ManifestDocument | undefined
  const check = (name: ManifestCheckName, look: () => string | undefined) => {
    current = name
    const detail = look()
    checks.push({ name, status: detail === undefined ? 'skip' : 'ok', detail: detail ?? 'no file is in a block yet' })
  }
  try {
    check('format', () => {
      const document = parseManifest(json)
      manifest = document
      return `manifest, version 1, of folder ${document.folder.name} with ${count(document.files.length, 'file')}`
    })
    const document = manifest!
    check('checksum', () => checkChecksum(document))
    check('tree', () => checkTrees(document, sha))
    const anchored = document.batches.map(({ root, anchors }) =>
      anchors.map((anchor) => {
        const expanded = expandAnchor(anchor, document.blocks)
        return { anchor: expanded, checks: checkAnchor(root, expanded) }
      }),
    )
    check('transaction', () => {
      for (const { checks } of anchored.flat()) checks.transaction()
      checkTransactionIds(document)
      return `${count(anchored.flat().length, 'transaction')} with valid signatures, each for its root`
    })
    check('block', () => {
      const found = anchored.flat().map(({ checks }) => checks.block())
      const open = found.filter((detail) => detail === undefined).length
      if (open === found.length) return undefined
      return `each lies in its block, as the block's own header says${open === 0 ? '' : `; ${open} are in none yet`}`
    })
    const anchors = anchored.map((list) => list.map(({ anchor }) => anchor))
    return { ...judge(document, anchors), checks, manifest: document, warnings: warningsOf(document) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ name: current, status: 'fail', detail: error.message })
    const failure = { code: error.code, check: current, message: error.message }
    const known = manifest === undefined ? {} : { manifest }
    return { outcome: 'refused', checks, restsOn: [], warnings: [], failure, waiting: 0, ...known }
  }
}

/**
 * A manifest whose form and checksum are right; whether it is true is for {@link verifyManifest} or, file by file, for
 * `verifyProof` of what `proofFromManifest` makes.
 * @throws {@link ProofError} `unsupported` or `malformed`.
 */
export function checkedManifest(json: unknown): ManifestDocument {
  const document = parseManifest(json)
  checkChecksum(document)
  return document
}

function checkChecksum(document: ManifestDocument): string {
  if (manifestChecksum(document) !== document.checksum) {
    const message = 'the manifest was changed: its checksum is not the one of its content'
    throw new ProofError('malformed', message, 'checksum')
  }
  return 'the manifest is as it was issued or was sealed anew since'
}

function checkTrees(document: ManifestDocument, sha: Sha256): string {
  for (const { path, code, details } of document.files) {
    if (typeof details?.code === 'string' && details.code !== code) {
      throw new ProofError('commitment', `${path}: the code is not the one in the details`, 'code')
    }
  }
  const leaves = leavesOf(document, sha)
  document.batches.forEach((batch, i) => {
    const root = rootFromLeaves(leaves[i]!, batch.treeSize, batch.siblings.map(fromHex), sha)
    if (toHex(root) === batch.root) return
    const files = document.files.filter((file) => file.batch === i)
    const others = files.length === 1 ? '' : ` and ${files.length - 1} more`
    throw new ProofError('root', `${files[0]?.path}${others}: hash and details do not lead to the root`, 'root')
  })
  const { files, batches } = document
  return `${count(files.length, 'file')} lead to ${count(batches.length, 'root')}`
}

function checkTransactionIds({ files, batches }: ManifestDocument): void {
  for (const { path, batch, transactionId } of files) {
    if (!batches[batch]?.anchors.some((anchor) => anchor.transactionId === transactionId)) {
      throw new ProofError('anchor', `${path}: its transaction is none of those that carry its root`, 'transactionId')
    }
  }
}

function judge(document: ManifestDocument, anchors: readonly (readonly ProofAnchor[])[]) {
  const first = anchors.map((list) => list.flatMap(({ blockTime }) => blockTime ?? []).sort()[0])
  const times = document.files.flatMap(({ batch }) => first[batch] ?? [])
  const waiting = document.files.length - times.length
  const bounds = times.reduce<{ earliest?: string; latest?: string }>(({ earliest = '9', latest = '' }, time) => {
    return { earliest: time < earliest ? time : earliest, latest: time > latest ? time : latest }
  }, {})
  const outcome = waiting === 0 && times.length > 0 ? ('verified' as const) : ('not-anchored' as const)
  return { outcome, waiting, ...bounds, restsOn: manifestGrounds(document, anchors.flat(), waiting) }
}

function warningsOf({ files }: ManifestDocument): string[] {
  return lookalikes(files.map(({ path }) => path)).map(
    (paths) => `some file systems do not tell apart: ${paths.map((path) => JSON.stringify(path)).join(', ')}`,
  )
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
