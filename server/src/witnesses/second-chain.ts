import { anchorChecks, chainName } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import { advisoryLocks } from '../base/database/locks.js'
import type { Proxies } from '../base/outgoing/proxies.js'
import { anchorCall, type Chain, type ChainBlock } from '../chain/chain.js'
import { FeeGauge } from '../chain/fee.js'
import { HeaderChain } from '../chain/header-chain.js'
import { hexOf } from '../chain/hex.js'
import { checkInclusion } from '../chain/inclusion.js'
import { keyProblem } from '../chain/known-keys.js'
import { chainAt } from '../chain/nodes.js'
import { NonceSearch } from '../chain/nonce-search.js'
import { type SignedTransaction, type Signer, signAgain, signTransaction } from '../chain/sign.js'
import { batchState } from '../ledger/batch-state.js'
import { anchorOf, caip2 } from '../ledger/proofs/proof.js'
import { next, type TrackPolicy } from '../ledger/tracking/next.js'
import * as sql from './chain-sql.js'
import { keepStatement } from './sql.js'
import { wordsOf } from './words.js'

/** Settings of a {@link SecondChain}. */
export interface SecondChainOptions {
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
const gasMargin = 1.2

/** The chain as one step sees it. */
interface View {
  chainId: number
  head: ChainBlock
  finalized: number
  minedNonce: number
  pendingNonce: number
}

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
    const session = await database.session()
    try {
      const [lock] = await session.query<{ held: boolean }>(sql.tryLock, [advisoryLocks.secondChain])
      if (lock?.held) await this.advance(open)
    } catch (error) {
      await this.fail(open, wordsOf(error))
      throw error
    } finally {
      // Closing the connection releases the lock too, but maybe not before the next look.
      const isUnlocked = await session.query(sql.unlock, [advisoryLocks.secondChain]).then(
        () => true,
        () => false,
      )
      session.release(!isUnlocked)
    }
  }

  private async advance(open: readonly sql.OpenTree[]): Promise<void> {
    const view = await this.look()
    const ids = open.map(({ tree_id }) => tree_id)
    const all = await this.options.database.query<sql.TreeTransaction>(sql.transactionsOf, [view.chainId, ids])
    const toSend: Buffer[] = await this.fillHole(open[0] as sql.OpenTree, view)
    for (const tree of open) {
      const versions = all.filter(({ tree_id }) => tree_id === tree.tree_id)
      const raw = (await this.keepFinal(tree, versions, view)) ? null : await this.nextRaw(tree, versions, view)
      if (raw) toSend.push(raw)
    }
    // Trees are in order, and so are their nonces. After a refusal the rest would only wait behind it.
    for (const raw of toSend) {
      const [result] = await this.chain.send([raw])
      if (result?.outcome === 'refused') throw new Error(`the node rejects the transaction: ${result.reason}`)
    }
    await this.fail(open, null)
  }

  private async look(): Promise<View> {
    const { signer, ownChainId, contract, finality } = this.options
    const chainId = await this.chain.chainId()
    if (chainId === ownChainId)
      throw new Error("WITNESS_RPC_URL is a node of the service's own chain, which can't be a witness")
    const problem = keyProblem(signer.key, chainId)
    if (problem) throw new Error(`WITNESS_${problem}`)
    // Nonces before receipts: a transaction that arrives in between looks pending, not lost.
    const [minedNonce, pendingNonce, code] = await Promise.all([
      this.chain.nonce(signer.address, 'latest'),
      this.chain.nonce(signer.address, 'pending'),
      this.chain.code(contract),
      this.headers.follow(),
    ])
    const head = this.headers.top
    if (code === '0x') throw new Error(`WITNESS_CONTRACT_ADDRESS isn't a contract on chain ${chainId}`)
    const finalized = await this.headers.finalized(finality)
    await this.fees.refresh(this.chain, head)
    return { chainId, head, finalized, minedNonce, pendingNonce }
  }

  /**
   * Returns what the node lacks at its next nonce, if later ones of ours wait for it: what was signed for it, or else the oldest tree's
   * root once more, which is harmless. A reorganisation may have freed a nonce that was given up, or the node may have
   * called a nonce used that never was.
   */
  private async fillHole(tree: sql.OpenTree, view: View): Promise<Buffer[]> {
    const values = [view.chainId, this.options.signer.address, view.pendingNonce]
    const [hole] = await this.options.database.query<{ raw: Buffer | null }>(sql.transactionAt, values)
    if (!hole) return []
    return [hole.raw ?? (await this.sign(tree, view, view.pendingNonce))]
  }

  /** Keeps the anchor of a tree whose transaction is in a final block. @returns whether it is in a block at all */
  private async keepFinal(tree: sql.OpenTree, versions: readonly sql.TreeTransaction[], view: View): Promise<boolean> {
    const receipts = await this.chain.receipts(versions.map(({ hash }) => hash))
    const at = receipts.findIndex((receipt) => receipt?.succeeded)
    const [receipt, version] = [receipts[at], versions[at]]
    if (!receipt || !version) return false
    // Final by verified headers that link from its block to the head, not by a number.
    if (!(await this.headers.cover(receipt.blockNumber)) || receipt.blockNumber > view.finalized) return true
    if (this.headers.hashAt(receipt.blockNumber) !== receipt.blockHash) return true
    const claim = { receipt, version: { batch_id: tree.tree_id, hash: version.hash, raw: version.raw } }
    const block = await checkInclusion(this.chain, receipt.blockNumber, [claim])
    const [included] = block?.included ?? []
    if (!block || !included) return true
    const { position, trieProof, stateProof } = included.evidence
    const chain = caip2(view.chainId)
    const network = { chainId: view.chainId, name: chainName(chain), isPrivate: false, contract: this.options.contract }
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
    return true
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
    const { maxFeePerGas, maxPriorityFeePerGas } = {
      maxFeePerGas: newest.max_fee_per_gas,
      maxPriorityFeePerGas: newest.max_priority_fee_per_gas,
    }
    const { nonce, age_ms: ageMs, raw } = newest
    const { head, finalized, minedNonce, pendingNonce } = view
    const isTaken = nonce < minedNonce && (await this.isTaken(nonce, versions))
    const seen = { head: head.number, finalized, minedNonce, pendingNonce, isTaken, baseFee: head.baseFeePerGas ?? 0 }
    const outcome = next(
      { state: 'submitted', nonce, ageMs, fees: { maxFeePerGas, maxPriorityFeePerGas } },
      // One transaction at a time: none arrives while its predecessor is mined.
      { ...seen, heldMs: 0, mined: null, stillCanonical: true, fees: this.fees.current() },
      policy,
    )
    switch (outcome.do) {
      case 'rebroadcast':
        return raw
      case 'replace': {
        const signed = signAgain(raw, outcome.fees, signer)
        const { text, values } = transactionRow(view.chainId, signer, nonce, signed)
        await this.options.database.execute(text, values)
        return signed.raw
      }
      case 'alarm':
        return this.sign(tree, view)
      default:
        return null
    }
  }

  /** Signs the root of a tree with the next nonce, and commits both before anything is sent. */
  private async sign({ tree_id, root }: sql.OpenTree, { chainId, minedNonce }: View, at?: number): Promise<Buffer> {
    const { database, signer, contract } = this.options
    const data = anchorCall(root)
    const gas = Math.ceil((await this.chain.estimateGas(signer.address, contract, data)) * gasMargin)
    return database.transaction(async (tx) => {
      const [last] = await tx.query<{ nonce: number | null }>(sql.lastNonce, [chainId, signer.address])
      // The node's word counts for the first alone: a nonce that is left out holds up all after it.
      const nonce = at ?? (last?.nonce == null ? minedNonce : last.nonce + 1)
      const signed = signTransaction({ chainId, nonce, gas, to: contract, data, ...this.fees.current() }, signer)
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

  /** True when a block shows that a transaction of another signer with our key used the nonce. */
  private async isTaken(nonce: number, versions: readonly sql.TreeTransaction[]): Promise<boolean> {
    const use = await this.search.find(this.options.signer.address, nonce, null)
    return typeof use !== 'string' && !versions.some(({ hash }) => hexOf(hash) === use.hash)
  }
}

function transactionRow(chainId: number, { address }: Signer, nonce: number, signed: SignedTransaction) {
  const { hash, raw, maxFeePerGas, maxPriorityFeePerGas } = signed
  return {
    text: sql.insertTransaction,
    values: [hash, chainId, address, nonce, raw, maxFeePerGas, maxPriorityFeePerGas],
  }
}
