import { anchorChecks, chainName } from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import type { Database } from '../base/database/db.js'
import { advisoryLocks, whileHeld } from '../base/database/locks.js'
import type { Proxies } from '../base/outgoing/proxies.js'
import { anchorCall, type Chain } from '../chain/chain.js'
import { revertedAside } from '../chain/evidence-thread.js'
import { FeeGauge } from '../chain/fee.js'
import { HeaderChain } from '../chain/header-chain.js'
import { hexOf } from '../chain/hex.js'
import { checkInclusion } from '../chain/inclusion.js'
import { keyProblem } from '../chain/known-keys.js'
import { chainAt } from '../chain/nodes.js'
import { NonceSearch, type NonceUse } from '../chain/nonce-search.js'
import { type SignedTransaction, type Signer, signAgain, signTransaction } from '../chain/sign.js'
import { batchState } from '../ledger/batch-state.js'
import { anchorOf, caip2 } from '../ledger/proofs/proof.js'
import { type ChainView, next, type TrackPolicy } from '../ledger/tracking/next.js'
import * as sql from './chain-sql.js'
import { keepStatement } from './sql.js'
import { contradiction, type TimeNow } from './stated-time.js'
import { wordsOf } from './words.js'

/** Settings of a {@link SecondChain}. */
export interface SecondChainOptions extends TimeNow {
  database: Database
  rpcUrl: string
  rpcTimeoutMs: number
  /** Through which the node is reached; not set: none. */
  proxies?: Proxies | undefined
  signer: Signer
  /** The Notary contract on that chain. */
  contract: Uint8Array
  finality: 'finalized' | number
  policy: TrackPolicy
  /** The chain of the service's own anchors. */
  ownChainId: number
}

/** Names the second chain in the database: it stays the witness when its node moves. */
export const secondChainKey = 'second-chain'
const treesPerStep = 50

/** The chain as one step sees it. */
interface Place {
  chainId: number
  /** The newest final block. */
  finalized: number
  /** The next nonce after our mined transactions, as the node says. */
  minedNonce: number
  /** Doubts in words: something that the node does not show, or shows with a time that can't be. */
  doubts: string[]
}

/** The same, with the node's view, which decides on trees that are in no block. */
interface View extends Place {
  seen: ChainView
}

/**
 * How a tree stands: its anchor is `kept`; it is in a block and only `waits`; it is in none; or its final block is `misdated`, so
 * that only versions at later nonces can still become its anchor.
 */
type Standing = 'kept' | 'waits' | 'unmined' | { misdated: { nonce: number } }

/**
 * Anchors the roots of trees on a second chain. A transaction is committed before it is sent, and a nonce has one payload permanently,
 * so a start after a crash is an ordinary step. Nothing is recorded about blocks until they are final: what a reorganisation drops is
 * simply sent again.
 */
export class SecondChain {
  private readonly options: SecondChainOptions
  private readonly chain: Chain
  private readonly fees: FeeGauge
  private readonly headers: HeaderChain
  private readonly search: NonceSearch

  constructor(options: SecondChainOptions) {
    this.options = options
    this.chain = chainAt([options.rpcUrl], options)
    this.headers = new HeaderChain(this.chain)
    this.search = new NonceSearch(this.chain, this.headers)
    this.fees = new FeeGauge(options.policy, options.signer.address)
  }

  /** Looks at the chain once, if a tree waits for it, and acts. One process does so at a time. @throws when that fails */
  async step(): Promise<void> {
    const { database } = this.options
    const open = await database.query<sql.OpenTree>(sql.openTrees, [secondChainKey, treesPerStep])
    if (open.length === 0) return
    try {
      await whileHeld(database, advisoryLocks.secondChain, () => this.advance(open))
    } catch (error) {
      await this.fail(open, wordsOf(error))
      throw error
    }
  }

  private async advance(open: readonly sql.OpenTree[]): Promise<void> {
    const place = await this.place()
    const ids = open.map(({ tree_id }) => tree_id)
    const all = await this.options.database.query<sql.TreeTransaction>(sql.transactionsOf, [place.chainId, ids])
    const waiting: [sql.OpenTree, sql.TreeTransaction[]][] = []
    for (const tree of open) {
      const versions = all.filter(({ tree_id }) => tree_id === tree.tree_id)
      const standing = await this.keepFinal(tree, versions, place)
      if (standing === 'unmined') waiting.push([tree, versions])
      else if (typeof standing === 'object') {
        const later = versions.filter(({ nonce }) => nonce > standing.misdated.nonce)
        // Signed again once a block of that chain has a time that can be, which one for nothing wouldn't.
        const isChainRight = contradiction(blockTime(this.headers.top.timestamp), tree.tree_id, this.options) === null
        if (later.length > 0 || isChainRight) waiting.push([tree, later])
      }
    }
    await this.sendFor(waiting, place)
    await this.fail(open, place.doubts[0] ?? null)
  }

  /** Sends what the node lacks for trees that are in no block, or in none with a time that can be. */
  private async sendFor(waiting: readonly [sql.OpenTree, sql.TreeTransaction[]][], place: Place): Promise<void> {
    const [oldest] = waiting
    // While all only wait to be final, which takes a quarter of an hour, the node is not asked about what would be sent.
    if (!oldest) return
    const view = await this.look(place)
    const toSend = await this.fillHole(oldest[0], view)
    for (const [tree, versions] of waiting) {
      const raw = await this.nextRaw(tree, versions, view)
      if (raw) toSend.push(raw)
    }
    // Trees are in order, and so are their nonces. After a refusal the rest would only wait behind it.
    for (const raw of toSend) {
      const [result] = await this.chain.send([raw])
      if (result?.outcome === 'refused') throw new Error(`the node rejects the transaction: ${result.reason}`)
    }
  }

  private async place(): Promise<Place> {
    const { signer, ownChainId, finality } = this.options
    const chainId = await this.chain.chainId()
    if (chainId === ownChainId)
      throw new Error("WITNESS_RPC_URL is a node of the service's own chain, which can't be a witness")
    const problem = keyProblem(signer.key, chainId)
    if (problem) throw new Error(`WITNESS_${problem}`)
    // Before receipts: a transaction that arrives in between looks pending, not lost.
    const [minedNonce] = await Promise.all([this.chain.nonce(signer.address, 'latest'), this.headers.follow()])
    return { chainId, finalized: await this.headers.finalized(finality), minedNonce, doubts: [] }
  }

  private async look(place: Place): Promise<View> {
    const { chainId, minedNonce } = place
    const { signer, contract } = this.options
    const [pendingNonce, code] = await Promise.all([
      this.chain.nonce(signer.address, 'pending'),
      this.chain.code(contract),
    ])
    if (code === '0x') throw new Error(`WITNESS_CONTRACT_ADDRESS isn't a contract on chain ${chainId}`)
    const head = this.headers.top
    await this.fees.refresh(this.chain, head)
    // One transaction at a time: none is held back at the node because its predecessor was mined while it arrived.
    const seen = { minedNonce, pendingNonce, heldMs: 0, baseFee: head.baseFeePerGas ?? 0, fees: this.fees.current() }
    return { ...place, seen }
  }

  /**
   * Returns what the node lacks at its next nonce, if later ones of ours wait for it: what was signed for it, or else the oldest tree's
   * root once more, which is harmless. A reorganisation may have freed a nonce that was given up, or the node may have
   * called a nonce used that never was.
   */
  private async fillHole(tree: sql.OpenTree, view: View): Promise<Buffer[]> {
    const { pendingNonce } = view.seen
    const values = [view.chainId, this.options.signer.address, pendingNonce]
    const [hole] = await this.options.database.query<{ raw: Buffer | null }>(sql.transactionAt, values)
    if (!hole) return []
    return [hole.raw ?? (await this.sign(tree, view, pendingNonce))]
  }

  /** Keeps the anchor of a tree whose transaction is in a final block with a time that can be. */
  private async keepFinal(
    tree: sql.OpenTree,
    versions: readonly sql.TreeTransaction[],
    place: Place,
  ): Promise<Standing> {
    const receipts = await this.chain.receipts(versions.map(({ hash }) => hash))
    // Of several that are in blocks the last: it was signed since the block of an earlier one is misdated.
    const at = receipts.findLastIndex((receipt) => receipt?.succeeded)
    const [receipt, version] = [receipts[at], versions[at]]
    if (!receipt || !version) return 'unmined'
    // Final by verified headers that link from its block to the head, not by a number.
    if (!(await this.headers.cover(receipt.blockNumber)) || receipt.blockNumber > place.finalized) return 'waits'
    if (this.headers.hashAt(receipt.blockNumber) !== receipt.blockHash) return 'waits'
    const claim = { receipt, version: { batch_id: tree.tree_id, hash: version.hash, raw: version.raw } }
    const block = await checkInclusion(this.chain, receipt.blockNumber, [claim])
    const [included] = block?.included ?? []
    if (!block || !included) return 'waits'
    const problem = contradiction(blockTime(block.time), tree.tree_id, this.options)
    if (problem !== null) {
      place.doubts.push(`block ${block.number} of chain ${place.chainId} ${problem}`)
      return { misdated: { nonce: version.nonce } }
    }
    const { position, trieProof, stateProof } = included.evidence
    const chain = caip2(place.chainId)
    const network = {
      chainId: place.chainId,
      name: chainName(chain),
      isPrivate: false,
      contract: this.options.contract,
    }
    const row = {
      state: batchState.final,
      raw: version.raw,
      transaction_hash: version.hash,
      address: version.address,
      header: block.header,
      block_hash: block.hash,
      block_number: block.number,
      block_time: new Date(block.time * 1000),
      transaction_index: position,
      trie_proof: trieProof,
      state_proof: stateProof,
    }
    const anchor = anchorOf(row, network)
    const checks = anchorChecks(tree.root.toString('hex'), anchor)
    checks.transaction()
    checks.block()
    const statement = Buffer.from(JSON.stringify(anchor))
    await this.options.database.execute(keepStatement, [tree.tree_id, 'chain', secondChainKey, statement])
    return 'kept'
  }

  /** Returns the transaction to send for a tree that is in no block, signed and committed; null while it only has to wait. */
  private async nextRaw(
    tree: sql.OpenTree,
    versions: readonly sql.TreeTransaction[],
    view: View,
  ): Promise<Buffer | null> {
    const { signer, policy } = this.options
    const newest = versions.filter(({ address }) => address.equals(signer.address)).at(-1)
    if (newest === undefined) return this.sign(tree, view)
    const { nonce, raw } = newest
    if (nonce < view.seen.minedNonce) {
      const isLost = await this.isLost(nonce, versions, view.finalized)
      if (isLost === true) return this.sign(tree, view)
      if (isLost !== false) view.doubts.push(isLost)
    }
    const step = next(newest, view.seen, policy)
    if (step.do !== 'replace') return step.do === 'rebroadcast' ? raw : null
    const signed = signAgain(raw, step.fees, signer)
    const { text, values } = transactionRow(view.chainId, signer, nonce, signed)
    await this.options.database.execute(text, values)
    return signed.raw
  }

  /** Signs the root of a tree with the next nonce, and commits both before anything is sent. */
  private async sign({ tree_id, root }: sql.OpenTree, { chainId, seen }: View, at?: number): Promise<Buffer> {
    const { database, signer, contract } = this.options
    const data = anchorCall(root)
    const gas = await this.chain.gasFor(signer.address, contract, data)
    return database.transaction(async (tx) => {
      const [last] = await tx.query<{ nonce: number | null }>(sql.lastNonce, [chainId, signer.address])
      // The node's word counts for the first alone: a nonce that is left out holds up all after it.
      const nonce = at ?? (last?.nonce == null ? seen.minedNonce : last.nonce + 1)
      const signed = signTransaction({ chainId, nonce, gas, to: contract, data, ...seen.fees }, signer)
      await tx.execute(sql.insertNonce, [chainId, signer.address, nonce, tree_id])
      const { text, values } = transactionRow(chainId, signer, nonce, signed)
      await tx.execute(text, values)
      return signed.raw
    })
  }

  private async fail(open: readonly sql.OpenTree[], failure: string | null): Promise<void> {
    const ids = open.map(({ tree_id }) => tree_id)
    await this.options.database.execute(sql.keepFailures, [secondChainKey, ids, failure])
  }

  /**
   * Returns whether blocks show that a nonce is used up without the root: by another signer with our key, or, in a final block, by a
   * transaction of ours that was reverted; or what the node does not show.
   */
  private async isLost(
    nonce: number,
    versions: readonly sql.TreeTransaction[],
    finalized: number,
  ): Promise<boolean | string> {
    const use = await this.search.find(this.options.signer.address, nonce, null)
    if (typeof use === 'string') return use
    const own = versions.find(({ hash }) => hexOf(hash) === use.hash)
    if (own === undefined) return true
    return use.place.blockNumber <= finalized && this.isReverted(own, use)
  }

  private async isReverted({ raw }: sql.TreeTransaction, { place }: NonceUse): Promise<boolean | string> {
    const block = await this.chain.block(place.blockNumber, true)
    if (!block) return `the node does not show block ${place.blockNumber}`
    const ask: AskNode = (method, params) => this.chain.ask(method, params)
    const shown = await revertedAside(ask, block.rpc, place.blockHash, [{ index: place.transactionIndex, raw }])
    return typeof shown === 'string' ? shown : shown[0] === true
  }
}

/** The time of a block, which it states in seconds. */
const blockTime = (seconds: number) => ({ timeMs: seconds * 1000 })

function transactionRow(chainId: number, { address }: Signer, nonce: number, signed: SignedTransaction) {
  const { hash, raw, maxFeePerGas, maxPriorityFeePerGas } = signed
  return {
    text: sql.insertTransaction,
    values: [hash, chainId, address, nonce, raw, maxFeePerGas, maxPriorityFeePerGas],
  }
}
