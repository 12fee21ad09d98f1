import { anchorChecks } from '../anchor.js'
import { blockCaveats, type Caveat, chainCaveats, claimCaveats, sourceCaveats, uniqueCaveats } from '../caveats.js'
import { fromHex, type Sha256, sha256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import type { CheckName, FoundTime, ManifestFinding, ProofCheck } from '../finding.js'
import type { ProofAnchor } from '../format.js'
import { rootFromLeaves } from '../merkle.js'
import { refusal } from '../refusal.js'
import { clockOf, groundOf, outcomeOf } from '../trust/ground.js'
import { type ComparedBlock, compareBlocks, type KnownBlock } from '../trust/known-blocks.js'
import { type Source, sourceNames } from '../trust/source.js'
import { expandAnchor, type ManifestDocument, manifestChecksum } from './document.js'
import { leavesOf } from './file-proof.js'
import { parseManifest } from './parse.js'
import { lookalikes } from './path.js'

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
export function verifyManifest(json: unknown, { sha = sha256, now }: VerifyManifestOptions = {}): ManifestFinding {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  let manifest: ManifestDocument | undefined
  const check = (name: CheckName, run: () => string | undefined) => {
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
    current = 'chain'
    return { ...conclude(document, checks, []), lookalikes: lookalikes(document.files.map(({ path }) => path)) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return refused(error, current, checks, manifest)
  }
}

/** Returns the finding on a manifest after comparing its blocks with known ones. */
export function confirmManifest(finding: ManifestFinding, known: readonly KnownBlock[]): ManifestFinding {
  const { manifest } = finding
  if (finding.outcome === 'refused' || manifest === undefined) return finding
  const checks = finding.checks.filter(({ name }) => name !== 'chain')
  try {
    return { ...conclude(manifest, checks, known), lookalikes: finding.lookalikes }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return refused(error, 'chain', checks, manifest)
  }
}

function refused(
  error: ProofError,
  check: CheckName,
  passed: readonly ProofCheck[],
  manifest: ManifestDocument | undefined,
): ManifestFinding {
  const nothing = { sources: [], caveats: [], lookalikes: [], waiting: 0, anchors: [] }
  const known = manifest === undefined ? {} : { manifest }
  return { about: 'manifest', outcome: 'refused', ...refusal(error, check, passed), ...nothing, ...known }
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

/** The finding on a manifest whose checks have passed: each tree by the rule of a single proof. */
function conclude(manifest: ManifestDocument, passed: readonly ProofCheck[], known: readonly KnownBlock[]) {
  const { files, batches, blocks } = manifest
  const anchors = batches.map((batch) => batch.anchors.map((anchor) => expandAnchor(anchor, blocks)))
  const compared = comparedByBatch(anchors, known)
  const grounds = compared.map(groundOf)
  const outcome = files.length === 0 ? 'consistent' : weakestOf(grounds)
  const isVouched = outcome !== 'consistent'
  const waiting = files.filter(({ batch }) => compared[batch]?.length === 0).length
  return {
    about: 'manifest' as const,
    outcome,
    checks: [...passed, chainCheck(compared)],
    sources: isVouched ? uniqueSources(grounds.flatMap((ground) => ground ?? [])) : [],
    ...(isVouched ? { time: timeOf(grounds) } : {}),
    caveats: caveatsOf(manifest, {
      anchors: anchors.flatMap((list, at) => grounds[at]?.anchor ?? list),
      compared,
      grounds,
      isVouched,
      waiting,
    }),
    manifest,
    waiting,
    anchors: grounds.map((ground) => ground?.anchor ?? null),
  }
}

type Ground = ComparedBlock<ProofAnchor> | undefined

/** A folder's files are vouched for as well as the tree that is so least. */
function weakestOf(grounds: readonly Ground[]): 'confirmed' | 'stated' | 'consistent' {
  const found = grounds.map((ground) => (ground === undefined ? 'consistent' : outcomeOf(ground)))
  return (['consistent', 'stated'] as const).find((outcome) => found.includes(outcome)) ?? 'confirmed'
}

function chainCheck(compared: readonly (readonly ComparedBlock<ProofAnchor>[])[]): ProofCheck {
  const vouched = compared.map((list) => list.filter(({ sources }) => sources.length > 0))
  const open = vouched.filter(({ length }) => length === 0).length
  return open < vouched.length
    ? { name: 'chain', status: 'ok', detail: chainDetail(vouched.flat(), open) }
    : { name: 'chain', status: 'skip', detail: 'nothing to compare the blocks with' }
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

/** The times of the first and the last file, and whose clocks these are. */
function timeOf(grounds: readonly Ground[]): FoundTime {
  const anchors = grounds.flatMap((ground) => ground?.anchor ?? [])
  const times = anchors.map(({ blockTime }) => `${blockTime}`).sort()
  const [earliest = '', latest = ''] = [times[0], times.at(-1)]
  const named = grounds.flatMap((ground) =>
    ground !== undefined && [earliest, latest].includes(`${ground.anchor.blockTime}`) ? ground : [],
  )
  const clocks = [...new Map(named.map(clockOf).map((clock) => [JSON.stringify(clock), clock])).values()]
  return earliest === latest ? { latest, clocks } : { earliest, latest, clocks }
}

function caveatsOf(
  { files }: ManifestDocument,
  {
    anchors,
    compared,
    grounds,
    isVouched,
    waiting,
  }: {
    readonly isVouched: boolean
    readonly anchors: readonly ProofAnchor[]
    readonly compared: readonly (readonly ComparedBlock<ProofAnchor>[])[]
    readonly grounds: readonly Ground[]
    readonly waiting: number
  },
): Caveat[] {
  if (files.length === 0) return [{ code: 'no-files', facts: {} }]
  const pending = { code: 'not-in-block', facts: { case: 'some', waiting, files: files.length } } as const
  return [
    ...blockCaveats(compared.flat(), isVouched),
    ...uniqueCaveats(grounds.flatMap(sourceCaveats)),
    ...(waiting > 0 ? [pending] : []),
    ...chainCaveats(anchors),
    ...claimCaveats(anchors),
    { code: 'list', facts: {} },
  ]
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
