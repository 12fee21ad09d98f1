import { ProofError } from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import type { ChainBlock, ChainReceipt } from '../../chain/chain.js'
import { revertedAside } from '../../chain/evidence-thread.js'
import { gatheredReceipts } from '../../chain/gathered-receipts.js'
import { hexOf } from '../../chain/hex.js'
import {
  type Included,
  type InclusionBlock,
  inclusionIn,
  NoEvidenceError,
  type TransactionVersion,
  UntrustedAnswerError,
} from '../../chain/inclusion.js'
import { isSignedWith } from '../../chain/sign.js'
import { futureText, latestBlockMs } from '../block-times.js'
import type { Revert } from '../lanes/lane.js'
import * as sql from '../sql.js'
import type { Tracking } from './tracking.js'

/** Batches as blocks of the verified chain show them. */
export interface Mined {
  blocks: Map<string, InclusionBlock>
  /** Batches with receipts that could not be verified, and why not: this step leaves them alone. */
  doubtful: Map<string, string>
  /** Reverted batches. */
  reverted: Map<string, Revert>
}

interface Claim {
  receipt: ChainReceipt
  version: TransactionVersion
}

const lostBlock = 'its block, as the node names it, is not on the chain'

/**
 * Finds the batches that are in blocks of the verified chain, in any version of their transaction under their present nonce.
 *
 * @param known places found otherwise, for transactions whose receipts the node does not give
 */
export async function findMined(
  tracking: Tracking,
  batches: readonly sql.SubmittedBatch[],
  lane: Uint8Array,
  known: readonly ChainReceipt[] = [],
): Promise<Mined> {
  const { database, chain, headers } = tracking
  const found: Mined = { blocks: new Map(), doubtful: new Map(), reverted: new Map() }
  if (batches.length === 0) return found
  const byId = new Map(batches.map((batch) => [batch.id, batch]))
  const all = await database.query<TransactionVersion>(sql.transactionVersions, [[...byId.keys()]])
  const versions = underPresentNonce(all, byId, lane)
  const receipts = await gatheredReceipts(
    chain,
    versions.map((version) => version.hash),
  )
  const byBlock = new Map<number, Claim[]>()
  versions.forEach((version, at) => {
    const receipt = receipts[at] ?? known.find(({ transactionHash }) => transactionHash === hexOf(version.hash))
    if (!receipt) return
    const isOurs = receipt.transactionHash === hexOf(version.hash)
    const doubt = isOurs ? lostBlock : 'the node answers with the receipt of another transaction'
    found.doubtful.set(version.batch_id, doubt)
    if (!isOurs) return
    const claims = byBlock.get(receipt.blockNumber) ?? []
    claims.push({ receipt, version })
    byBlock.set(receipt.blockNumber, claims)
  })
  // A block may have come since the headers were read.
  if ([...byBlock.keys()].some((number) => number > headers.top.number)) await headers.follow()
  for (const [number, claims] of byBlock) await readBlock(tracking, found, number, claims, byId)
  return found
}

/**
 * Returns the versions that count, by nonce. Versions signed for an earlier nonce of a batch don't: the batch would be in a block under
 * a nonce that its row does not have.
 */
function underPresentNonce(
  versions: readonly TransactionVersion[],
  byId: ReadonlyMap<string, sql.SubmittedBatch>,
  lane: Uint8Array,
): TransactionVersion[] {
  const counts = new Map<string, number>()
  for (const { batch_id } of versions) counts.set(batch_id, (counts.get(batch_id) ?? 0) + 1)
  const nonceOf = ({ batch_id }: TransactionVersion) => (byId.get(batch_id) as sql.SubmittedBatch).nonce
  return (
    versions
      // Recovering the signer takes a millisecond, and a single version is that of the row.
      .filter((one) => counts.get(one.batch_id) === 1 || isSignedWith(one.raw, lane, nonceOf(one)))
      .sort((a, b) => nonceOf(a) - nonceOf(b))
  )
}

async function readBlock(
  tracking: Tracking,
  found: Mined,
  number: number,
  claims: readonly Claim[],
  byId: ReadonlyMap<string, sql.SubmittedBatch>,
): Promise<void> {
  const { chain, headers, logger } = tracking
  const hash = (await headers.cover(number)) ? headers.hashAt(number) : undefined
  if (hash === undefined) {
    // The headers were not read as far as this block. An operator needs the reason, which can be another block.
    const { problem } = headers
    if (problem !== null) for (const { version } of claims) found.doubtful.set(version.batch_id, problem)
    return
  }
  const onChain = claims.filter(({ receipt }) => receipt.blockHash === hash)
  if (onChain.length === 0) return
  const isAnchor = ({ version }: Claim) => byId.get(version.batch_id)?.purpose === 'anchor'
  try {
    const block = await chain.block(number, true)
    const { reverted, why, isBelieved } = await judged(tracking, block, hash, onChain.filter(isAnchor))
    for (const { version } of reverted) {
      found.doubtful.delete(version.batch_id)
      found.reverted.set(version.batch_id, { transaction: version.hash, number, hash })
    }
    const isOpen = (claim: Claim) => why !== null && isAnchor(claim) && !(isBelieved && claim.receipt.succeeded)
    const standing = onChain.filter((one) => !reverted.has(one) && (one.receipt.succeeded || !isOpen(one)))
    const shown = block && standing.length > 0 ? await inclusionIn(chain, block, standing) : null
    // Headers are made by others, or by a clock that was wrong: what they say of time is believed as far as it can be.
    const future = shown && (await futureOf(tracking, shown))
    if (future) for (const { version } of standing) found.doubtful.set(version.batch_id, future)
    if (shown && !future) {
      // Where receipts are of no help, the contract's own storage shows that it knows the root.
      const isShown = ({ evidence }: Included, at: number) =>
        !isOpen(standing[at] as Claim) || evidence.stateProof !== null
      const confirmed = { ...shown, included: shown.included.filter(isShown) }
      for (const { batchId } of confirmed.included) {
        found.blocks.set(batchId, confirmed)
        found.doubtful.delete(batchId)
      }
    }
    const open = onChain.filter((one) => isOpen(one) && !reverted.has(one) && !found.blocks.has(one.version.batch_id))
    if (why === null || open.length === 0) return
    for (const { version } of open) found.doubtful.set(version.batch_id, why)
    chain.doubt(why)
    logger.error({ block: number, why }, 'the node does not show what was reverted: asking again')
  } catch (error) {
    const isUntrusted = error instanceof UntrustedAnswerError || error instanceof ProofError
    if (!isUntrusted && !(error instanceof NoEvidenceError)) throw error
    const why = error instanceof ProofError ? `block ${number}: ${error.message}` : error.message
    for (const { version } of onChain) found.doubtful.set(version.batch_id, why)
    const lack = isUntrusted ? 'the node contradicts itself' : 'the node offers no evidence of a block'
    if (isUntrusted) chain.doubt(why)
    logger.error({ err: error }, `${lack}: asking again`)
  }
}

/** Returns in words that a block is dated after now, unless an operator accepted blocks that are ahead. */
async function futureOf({ database, timeOfDay }: Tracking, { number, time }: InclusionBlock): Promise<string | null> {
  if (futureText(number, time, timeOfDay()) === null) return null
  return futureText(number, time, await latestBlockMs(database, timeOfDay()))
}

/** Anchoring transactions as the receipts of a block show them. */
interface Judgement {
  reverted: ReadonlySet<Claim>
  /** Why the receipts could not be checked, so that the statuses are merely said; null when they were, or need not be. */
  why: string | null
  /** Whether the node's word that a transaction succeeded counts. */
  isBelieved: boolean
}

async function judged(
  { chain, receipts }: Tracking,
  block: ChainBlock | null,
  hash: string,
  anchors: readonly Claim[],
): Promise<Judgement> {
  const isAccused = anchors.some(({ receipt }) => !receipt.succeeded)
  if (anchors.length === 0 || (receipts === null && !isAccused)) {
    return { reverted: new Set(), why: null, isBelieved: true }
  }
  const ask: AskNode = (method, params) => chain.ask(method, params)
  const ours = anchors.map(({ receipt, version }) => ({ index: receipt.transactionIndex, raw: version.raw }))
  const shown = block
    ? await revertedAside(ask, block.rpc, hash, ours)
    : `the node does not show block ${anchors[0]?.receipt.blockNumber}`
  if (typeof shown === 'string') {
    return { reverted: new Set(), why: shown, isBelieved: receipts?.noteUnshown() ?? true }
  }
  receipts?.noteShown()
  return { reverted: new Set(anchors.filter((_, at) => shown[at])), why: null, isBelieved: true }
}
