import { anchorChecks } from '../anchor.js'
import { ProofError, type ProofErrorCode } from '../errors.js'
import type { ProofAnchor } from '../format.js'
import { manifestGrounds } from '../grounds.js'
import { fromHex, type Sha256, sha256, toHex } from '../hash.js'
import { rootFromLeaves } from '../merkle.js'
import { expandAnchor, type ManifestDocument, manifestChecksum } from './document.js'
import { leavesOf } from './file-proof.js'
import { parseManifest } from './parse.js'
import { lookalikes } from './path.js'

/** The checks of a manifest, in order. */
export const manifestCheckNames = ['format', 'checksum', 'tree', 'transaction', 'block'] as const
export type ManifestCheckName = (typeof manifestCheckNames)[number]

export type ManifestCheck = {
  readonly name: ManifestCheckName
  readonly status: 'ok' | 'skip' | 'fail'
  readonly detail: string
}

export type ManifestVerdict = {
  /**
   * `verified`: every check passed and each file is anchored in a block. `not-anchored`: every check passed, but some files
   * are not in a block yet, or there are no files. `refused`: see `failure`.
   */
  readonly outcome: 'verified' | 'not-anchored' | 'refused'
  readonly checks: readonly ManifestCheck[]
  /** Assumptions behind the verdict, one sentence each. */
  readonly restsOn: readonly string[]
  /** Worth knowing but no reason to refuse, such as paths that some file systems treat as equal. */
  readonly warnings: readonly string[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: ManifestCheckName; readonly message: string }
  /** The document, if it has the right form. */
  readonly manifest?: ManifestDocument
  /** Number of files that are not in a block yet. */
  readonly waiting: number
  /** Block times of the first and the last file, each by its earliest anchor. */
  readonly earliest?: string
  readonly latest?: string
}

/**
 * Verifies a manifest from the manifest alone, without network, clock or files. Never throws: see `failure`.
 * @param json the document, already parsed as JSON.
 * @param sha a faster SHA-256 than the portable one, if available.
 */
export function verifyManifest(json: unknown, sha: Sha256 = sha256): ManifestVerdict {
  const checks: ManifestCheck[] = []
  let current: ManifestCheckName = 'format'
  let manifest: ManifestDocument | undefined
  const check = (name: ManifestCheckName, run: () => string | undefined) => {
    current = name
    const detail = run()
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
        return { anchor: expanded, checks: anchorChecks(root, expanded) }
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
      return `each is in its block, according to the block's header${open === 0 ? '' : `; ${open} not in a block yet`}`
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
 * Checks form and checksum of a manifest. Whether it is true is for {@link verifyManifest} or, file by file, for
 * `proofFromManifest` and `verifyProof`.
 * @throws {@link ProofError} `unsupported` or `malformed`.
 */
export function checkedManifest(json: unknown): ManifestDocument {
  const document = parseManifest(json)
  checkChecksum(document)
  return document
}

function checkChecksum(document: ManifestDocument): string {
  if (manifestChecksum(document) !== document.checksum) {
    throw new ProofError('malformed', 'the manifest was changed: its checksum does not match', 'checksum')
  }
  return 'the checksum matches the manifest'
}

function checkTrees(document: ManifestDocument, sha: Sha256): string {
  for (const { path, code, details } of document.files) {
    if (typeof details?.code === 'string' && details.code !== code) {
      throw new ProofError('commitment', `${path}: the code differs from the one in the details`, 'code')
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
      throw new ProofError(
        'anchor',
        `${path}: its transaction is not one of those that carry its root`,
        'transactionId',
      )
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
  return { outcome, waiting, ...bounds, restsOn: manifestGrounds(document.files.length, anchors.flat(), waiting) }
}

function warningsOf({ files }: ManifestDocument): string[] {
  return lookalikes(files.map(({ path }) => path)).map(
    (paths) =>
      `some file systems treat these as the same name: ${paths.map((path) => JSON.stringify(path)).join(', ')}`,
  )
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
