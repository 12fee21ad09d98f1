import { anchorChecks } from '../anchor.js'
import { blockCaveats, type Caveat, chainCaveats, claimCaveats, listCaveats } from '../caveats.js'
import { fromHex, type Sha256, sha256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError, type ProofErrorCode } from '../errors.js'
import type { ProofAnchor } from '../format.js'
import { rootFromLeaves } from '../merkle.js'
import { groundOf } from '../trust/ground.js'
import { type ComparedBlock, compareBlocks, type KnownBlock, type Source, sourceNames } from '../trust/known-blocks.js'
import type { Outcome } from '../verify.js'
import { expandAnchor, type ManifestDocument, manifestChecksum } from './document.js'
import { leavesOf } from './file-proof.js'
import { parseManifest } from './parse.js'
import { lookalikes } from './path.js'

/** The checks of a manifest, in order. */
export const manifestCheckNames = ['format', 'checksum', 'tree', 'transaction', 'block', 'chain'] as const
type ManifestCheckName = (typeof manifestCheckNames)[number]

type ManifestCheck = {
  readonly name: ManifestCheckName
  readonly status: 'ok' | 'skip' | 'fail'
  readonly detail: string
}

export type ManifestVerdict = {
  /**
   * `confirmed`: for each file a source outside of the manifest vouches for a block that proves it. `consistent`: every check
   * passed, but not all blocks are vouched for, some files are in no block yet, or there are no files. `refused`: see `failure`.
   */
  readonly outcome: Outcome
  readonly checks: readonly ManifestCheck[]
  /** Everyone who vouches for blocks; empty unless confirmed. */
  readonly sources: readonly Source[]
  /** Caveats: points that the verdict leaves open. */
  readonly caveats: readonly Caveat[]
  /** Worth knowing but no reason to refuse, such as paths that some file systems treat as equal. */
  readonly warnings: readonly string[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: ManifestCheckName; readonly message: string }
  /** The document, if it has the right form. */
  readonly manifest?: ManifestDocument
  /** Number of files that are not in a block yet. */
  readonly waiting: number
  /** By tree, the anchor that it rests on, chosen as for a single proof; null when it is in no block. */
  readonly anchors: readonly (ProofAnchor | null)[]
  /** Block times of the first and the last file, by these anchors. */
  readonly earliest?: string
  readonly latest?: string
}

/** Options of {@link verifyManifest}. */
export type VerifyManifestOptions = {
  /** A faster SHA-256 than the portable one, if available. */
  readonly sha?: Sha256
  /** The verifier's clock in milliseconds since 1970. If given, blocks of the future are refused. */
  readonly now?: number
}

/**
 * Verifies a manifest from the manifest alone, without network or files. Never throws: see `failure`.
 * {@link confirmManifest} then compares its blocks with known ones.
 * @param json the document, already parsed as JSON.
 */
export function verifyManifest(json: unknown, { sha = sha256, now }: VerifyManifestOptions = {}): ManifestVerdict {
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
        return { anchor: expanded, checks: anchorChecks(root, expanded, now) }
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
    return { ...judge(document, checks, []), warnings: warningsOf(document) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return refusal(error, current, checks, manifest)
  }
}

/** Returns the verdict on a manifest after comparing its blocks with known ones. */
export function confirmManifest(verdict: ManifestVerdict, known: readonly KnownBlock[]): ManifestVerdict {
  const { manifest } = verdict
  if (verdict.outcome === 'refused' || manifest === undefined) return verdict
  const checks = verdict.checks.filter(({ name }) => name !== 'chain')
  try {
    return { ...judge(manifest, checks, known), warnings: verdict.warnings }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return refusal(error, 'chain', checks, manifest)
  }
}

function refusal(
  { code, message }: ProofError,
  check: ManifestCheckName,
  passed: readonly ManifestCheck[],
  manifest: ManifestDocument | undefined,
): ManifestVerdict {
  const checks = [...passed, { name: check, status: 'fail', detail: message } as const]
  const nothing = { sources: [], caveats: [], warnings: [], waiting: 0, anchors: [] }
  return {
    outcome: 'refused',
    checks,
    failure: { code, check, message },
    ...nothing,
    ...(manifest === undefined ? {} : { manifest }),
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

/** The verdict on a manifest whose checks have passed. */
function judge(manifest: ManifestDocument, passed: readonly ManifestCheck[], known: readonly KnownBlock[]) {
  const { files, batches, blocks } = manifest
  const anchors = batches.map((batch) => batch.anchors.map((anchor) => expandAnchor(anchor, blocks)))
  const compared = comparedByBatch(anchors, known)
  const vouched = compared.map((list) => list.filter(({ sources }) => sources.length > 0))
  const waiting = files.filter(({ batch }) => compared[batch]?.length === 0).length
  const isConfirmed = files.length > 0 && vouched.every(({ length }) => length > 0)
  const grounds = compared.map(groundOf)
  const grounded = grounds.flatMap((ground) => ground ?? [])
  const sources = isConfirmed ? uniqueSources(grounded) : []
  const open = vouched.filter(({ length }) => length === 0).length
  const chain: ManifestCheck =
    open < vouched.length
      ? { name: 'chain', status: 'ok', detail: chainDetail(vouched.flat(), open) }
      : { name: 'chain', status: 'skip', detail: 'nothing to compare the blocks with' }
  return {
    outcome: isConfirmed ? ('confirmed' as const) : ('consistent' as const),
    checks: [...passed, chain],
    sources,
    caveats: caveatsOf(manifest, {
      anchors: anchors.flatMap((list, at) => grounds[at]?.anchor ?? list),
      compared,
      isConfirmed,
      waiting,
    }),
    manifest,
    waiting,
    anchors: grounds.map((ground) => ground?.anchor ?? null),
    ...boundsOf(manifest, grounds),
  }
}

/** A hash that the reader trusts is one block of all, so it is looked for among all anchors. */
function comparedByBatch(
  anchors: readonly (readonly ProofAnchor[])[],
  known: readonly KnownBlock[],
): ComparedBlock<ProofAnchor>[][] {
  const compared = new Map(compareBlocks(anchors.flat(), known).map((block) => [block.anchor, block]))
  return anchors.map((list) => list.flatMap((anchor) => compared.get(anchor) ?? []))
}

function uniqueSources(blocks: readonly ComparedBlock<ProofAnchor>[]): Source[] {
  const sources = blocks.flatMap(({ sources }) => sources)
  return [...new Map(sources.map((source) => [`${source.kind} ${source.name}`, source])).values()]
}

function chainDetail(vouched: readonly ComparedBlock<ProofAnchor>[], open: number): string {
  const blocks = new Set(vouched.map(({ anchor }) => anchor.blockHash)).size
  const rest = open === 0 ? '' : `; ${count(open, 'tree')} without such a block`
  return `${count(blocks, 'block')} compared with ${sourceNames(uniqueSources(vouched))}${rest}`
}

function boundsOf({ files }: ManifestDocument, grounds: readonly (ComparedBlock<ProofAnchor> | undefined)[]) {
  const times = files.flatMap(({ batch }) => grounds[batch]?.anchor.blockTime ?? [])
  return times.reduce<{ earliest?: string; latest?: string }>(({ earliest = '9', latest = '' }, time) => {
    return { earliest: time < earliest ? time : earliest, latest: time > latest ? time : latest }
  }, {})
}

function caveatsOf(
  { files }: ManifestDocument,
  {
    anchors,
    compared,
    isConfirmed,
    waiting,
  }: {
    readonly isConfirmed: boolean
    readonly anchors: readonly ProofAnchor[]
    readonly compared: readonly (readonly ComparedBlock<ProofAnchor>[])[]
    readonly waiting: number
  },
): Caveat[] {
  if (files.length === 0) return [{ code: 'no-files', message: 'The manifest lists no files: nothing is proven.' }]
  const pending = `The transactions of ${waiting} of ${files.length} files are signed, but the manifest has no block for them: no time is proven for these files yet.`
  return [
    ...blockCaveats(compared.flat(), isConfirmed),
    ...(waiting > 0 ? [{ code: 'not-in-block', message: pending } as const] : []),
    ...chainCaveats(anchors),
    ...claimCaveats(anchors),
    ...listCaveats(),
  ]
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
