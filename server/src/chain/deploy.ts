import { keccak256 } from '@tallystick/proof'
import { encodeRlp, fromQuantity } from '@tallystick/proof/ethereum'
import type { Chain } from './chain.js'
import { type FeePolicy, newFees, pricesNow } from './fee.js'
import { type Signer, signTransaction } from './sign.js'

/** Returns the address of a contract that an account creates (yellow paper, equation 88). */
export function contractAddress(creator: Uint8Array, nonce: number): Buffer {
  return Buffer.from(keccak256(encodeRlp([creator, fromQuantity(BigInt(nonce))])).subarray(12))
}

const waitMsMax = 300_000

/**
 * Creates a contract on an operator's chain, and waits until it is in a block.
 *
 * @returns its address, the transaction that created it, and the chain
 * @throws {Error} when the node rejects the transaction, or it isn't in a block within five minutes
 */
export async function createContract(chain: Chain, signer: Signer, bytecode: Uint8Array, policy: FeePolicy) {
  const [chainId, nonce, head] = await Promise.all([
    chain.chainId(),
    chain.nonce(signer.address, 'pending'),
    chain.block('latest'),
  ])
  if (!head) throw new Error('the node has no latest block')
  const gas = await chain.gasFor(signer.address, null, bytecode)
  const fees = newFees(await pricesNow(chain, head, signer.address), policy)
  const signed = signTransaction({ chainId, nonce, gas, to: null, data: bytecode, ...fees }, signer)
  const [sent] = await chain.send([signed.raw])
  if (sent?.outcome === 'refused') throw new Error(`the node rejected the transaction: ${sent.reason}`)
  for (const startedAt = performance.now(); performance.now() - startedAt < waitMsMax; ) {
    const [receipt] = await chain.receipts([signed.hash])
    if (receipt?.succeeded)
      return { contract: contractAddress(signer.address, nonce), transaction: signed.hash, chainId }
    if (receipt) throw new Error('the transaction was reverted')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the transaction was not included in a block within five minutes; it may still arrive')
}
