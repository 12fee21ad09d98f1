import type { Chain, ChainReceipt } from './chain.js'
import { hexOf } from './hex.js'

/** Below this many, receipts are cheaper one by one: a block may hold hundreds of others. */
const wholeBlockFrom = 16

/**
 * Returns receipts in the order of `hashes`, like {@link Chain.receipts}, with few requests where a block has many of ours: one receipt
 * names a block, whose receipts have the others. Stops at the first block that has few.
 */
export async function gatheredReceipts(
  chain: Pick<Chain, 'receipts' | 'blockReceipts'>,
  hashes: readonly Uint8Array[],
): Promise<(ChainReceipt | null)[]> {
  const found = new Map<string, ChainReceipt | null>()
  let missing = hashes
  for (let gained = wholeBlockFrom; missing.length >= wholeBlockFrom && gained >= wholeBlockFrom; ) {
    const [first] = await chain.receipts(missing.slice(0, 1))
    const block = first ? await chain.blockReceipts(first.blockNumber) : []
    for (const receipt of block) {
      // Of another block by now, or a lie: asked for alone, it may be true.
      if (receipt.blockHash === first?.blockHash) found.set(receipt.transactionHash, receipt)
    }
    const left = missing.filter((hash) => !found.has(hexOf(hash)))
    gained = missing.length - left.length
    missing = left
  }
  const others = await chain.receipts(missing)
  for (const [at, hash] of missing.entries()) found.set(hexOf(hash), others[at] ?? null)
  return hashes.map((hash) => found.get(hexOf(hash)) ?? null)
}
