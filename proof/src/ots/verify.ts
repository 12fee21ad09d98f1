import { anchorChecks, type CheckableAnchor } from '../anchor.js'
import { blockCaveats, otsCaveats, sourceCaveats, uniqueCaveats } from '../caveats.js'
import { equalBytes } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import type { CheckName, NamedAnchor, OtsAnchor, OtsFinding, ProofCheck } from '../finding.js'
import { MAX_ANCHORS } from '../limits.js'
import { refusal } from '../refusal.js'
import { clockOf, groundOf, outcomeOf } from '../trust/ground.js'
import { compareBlocks, type KnownBlock } from '../trust/known-blocks.js'
import { sourceNames } from '../trust/source.js'
import { checkOtsHeaders } from './block.js'
import { OtsReader, readOts } from './codec.js'
import { ETHEREUM_TAG, readAttestation, TALLYSTICK_TAG } from './export.js'

/** An anchor that the file only names, as a node completed it, see `anchorFromBlock`; or why it could not be. */
export type FoundAnchor = { readonly transactionId: string } & (
  | { readonly anchor: CheckableAnchor }
  | { readonly failure: ProofError }
)

/** Knowledge of the caller beyond the file. */
export type VerifyOtsOptions = {
  /** SHA-256 of the caller's file; without it no file is compared. */
  readonly digest?: Uint8Array
  /** Nodes' versions of the transactions that the file only names. Checked as in a proof. */
  readonly found?: readonly FoundAnchor[]
  readonly known?: readonly KnownBlock[]
  /** The verifier's clock in milliseconds since 1970. If given, blocks of the future are refused. */
  readonly now?: number
}

/**
 * Verifies an OpenTimestamps file of ours, without network. Alone it is consistent at most: it names transaction and block, and holds
 * neither. Never throws: see `failure`, with the code `unsupported` for files of other services.
 */
export function verifyOts(bytes: Uint8Array, options: VerifyOtsOptions = {}): OtsFinding {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  const isFileCompared = options.digest !== undefined
  let known: { digest?: string } = {}
  try {
    const read = readOts(bytes)
    known = { digest: toHex(read.digest) }
    checks.push({ name: 'format', status: 'ok', detail: `OpenTimestamps file for digest ${known.digest}` })
    current = 'digest'
    checks.push(checkDigest(read.digest, options.digest))
    current = 'tree'
    const of = (tag: string) => read.findings.filter((finding) => toHex(finding.tag) === tag)
    const named = of(TALLYSTICK_TAG).map(({ message, payload }) => anchorOf(message, payload))
    if (named.length === 0) {
      throw new ProofError(
        'unsupported',
        'the .ots file has no Tallystick attestation: verify it with OpenTimestamps tools',
        undefined,
        { case: 'foreign' },
      )
    }
    if (named.length > MAX_ANCHORS) {
      throw new ProofError('malformed', `the .ots file names more than ${MAX_ANCHORS} transactions`)
    }
    const headers = of(ETHEREUM_TAG).map(({ message, payload }) => ({
      blockNumber: Number(new OtsReader(payload).varuint()),
      transactionsRoot: toHex(message),
    }))
    const anchors: NamedAnchor[] = []
    for (const anchor of named) {
      checks.push({ name: 'tree', status: 'ok', detail: `the steps lead to the root ${anchor.root}` })
      current = 'transaction'
      const completed = completedBy(anchor, options.found ?? [])
      if (completed === undefined) checks.push(...namedChecks(anchor))
      else {
        const { transaction, block } = anchorChecks(anchor.root, completed, options.now)
        checks.push({ name: 'transaction', status: 'ok', detail: transaction() })
        current = 'block'
        checks.push({ name: 'block', status: 'ok', detail: block() ?? '' })
        checkOtsHeaders(headers, completed)
      }
      anchors.push(completed === undefined ? anchor : shownAnchor(anchor.root, completed))
    }
    current = 'chain'
    const concluded = conclude(anchors, options.known ?? [])
    checks.push(concluded.check)
    return { about: 'ots', isFileCompared, checks, ...known, anchors, headers, ...concluded.finding }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const nothing = { sources: [], caveats: [], anchors: [], headers: [] }
    return {
      about: 'ots',
      isFileCompared,
      outcome: 'refused',
      ...known,
      ...nothing,
      ...refusal(error, current, checks),
    }
  }
}

/** Returns the anchor as a node has it; undefined while none has shown it. @throws {@link ProofError} when it is another one. */
function completedBy({ chain, transactionId }: OtsAnchor, found: readonly FoundAnchor[]): CheckableAnchor | undefined {
  const own = found.find((one) => one.transactionId === transactionId)
  if (own === undefined) return undefined
  if ('failure' in own) throw own.failure
  return own.anchor.chain === chain && own.anchor.header !== undefined ? own.anchor : undefined
}

const shownAnchor = (root: string, anchor: CheckableAnchor): NamedAnchor => {
  const { chain, transactionId, blockHash, blockNumber, blockTime } = anchor
  return { root, chain, transactionId, blockHash: blockHash!, blockNumber: blockNumber!, blockTime: blockTime! }
}

/** The finding on the anchors. One that no node has shown in full vouches for nothing, even if its block's hash is known. */
function conclude(anchors: readonly NamedAnchor[], known: readonly KnownBlock[]) {
  const blocks = compareBlocks(anchors, known).filter(({ anchor }) => anchor.blockTime !== undefined)
  const ground = groundOf(blocks)
  const outcome = ground === undefined ? 'consistent' : outcomeOf(ground)
  const best = outcome === 'consistent' ? undefined : ground
  const check: ProofCheck =
    best === undefined
      ? { name: 'chain', status: 'skip', detail: 'nothing to compare the block with' }
      : {
          name: 'chain',
          status: 'ok',
          detail: `block ${best.anchor.blockHash} was compared with ${sourceNames(best.sources)}`,
        }
  const open = best === undefined ? anchors : [best.anchor]
  const caveats = uniqueCaveats([
    ...blockCaveats(blocks, best !== undefined),
    ...sourceCaveats(best),
    ...open.flatMap((anchor) => otsCaveats(anchor, anchor.blockTime !== undefined)),
  ])
  if (best === undefined) return { check, finding: { outcome, sources: [], caveats } }
  const time = { latest: `${best.anchor.blockTime}`, clocks: [clockOf(best)] }
  return { check, finding: { outcome, sources: best.sources, time, caveats, anchor: best.anchor } }
}

function checkDigest(own: Uint8Array, given: Uint8Array | undefined): ProofCheck {
  if (given === undefined) return { name: 'digest', status: 'skip', detail: 'no file to compare' }
  if (!equalBytes(given, own)) {
    throw new ProofError(
      'digest',
      `the .ots file is for a different file: its digest is ${toHex(own)}, not ${toHex(given)}`,
      undefined,
      { case: 'file', proven: toHex(own), given: toHex(given) },
    )
  }
  return { name: 'digest', status: 'ok', detail: `the file has the digest ${toHex(own)}` }
}

function anchorOf(message: Uint8Array, payload: Uint8Array): OtsAnchor {
  if (message.length !== 32) throw new ProofError('malformed', 'the .ots file attests to something that is not a root')
  const { chainId, transactionId, block } = readAttestation(payload)
  const where = block === undefined ? {} : { blockHash: block.hash, blockNumber: block.number }
  return { root: toHex(message), chain: `eip155:${chainId}`, transactionId, ...where }
}

function namedChecks({ chain, transactionId, blockHash, blockNumber }: OtsAnchor): ProofCheck[] {
  const block =
    blockHash === undefined ? 'the file names no block' : `block ${blockNumber} (${blockHash}) is only named`
  return [
    { name: 'transaction', status: 'skip', detail: `transaction ${transactionId} on ${chain} is only named` },
    { name: 'block', status: 'skip', detail: block },
  ]
}
