import { ProofError } from './errors.js'
import type { ProofAnchor } from './format.js'
import { equal, fromHex, toHex } from './hash.js'
import { decodeHeader } from './header.js'
import { addressText, decodeTransaction } from './transaction.js'
import { verifyTrieProof } from './trie.js'

/** First four bytes of Keccak-256 of `anchor(bytes32)`. */
export const ANCHOR_SELECTOR = 'eecdf927'

/** The two things to look at in an anchor. Each gives what was found in words. */
export type AnchorChecks = {
  /** @throws {@link ProofError} `anchor`, `transaction` or `rlp`. */
  readonly transaction: () => string
  /** Undefined when there is no block yet. @throws {@link ProofError} `anchor`, `header`, `trie` or `rlp`. */
  readonly block: () => string | undefined
}

/** What of an anchor can be checked: all but the issuer's words. */
export type PlacedAnchor = Omit<ProofAnchor, 'network' | 'private' | 'state'>

/** Checks of an anchor against the root it has to carry (hex). */
export function checkAnchor(root: string, anchor: PlacedAnchor): AnchorChecks {
  return { transaction: () => checkTransaction(root, anchor), block: () => checkBlock(anchor) }
}

function checkTransaction(root: string, anchor: PlacedAnchor): string {
  const raw = chainBytes(anchor.rawTransaction)
  const transaction = decodeTransaction(raw)
  if (!equal(transaction.canonical, raw)) refuse('the transaction is not in the form of a block', 'rawTransaction')
  same(`0x${toHex(transaction.hash)}`, anchor.transactionId, 'transactionId', 'the transaction has the id')
  const { chainId, to, input, sender } = transaction
  if (chainId === undefined) refuse('the transaction names no chain', 'chain')
  same(`eip155:${chainId}`, anchor.chain, 'chain', 'the transaction is for')
  same(to === undefined ? 'no contract' : addressText(to), anchor.contract, 'contract', 'the transaction goes to')
  same(addressText(sender), anchor.notary, 'notary', 'the transaction is signed by')
  if (toHex(input) !== ANCHOR_SELECTOR + root) refuse('the transaction does not anchor the root', 'rawTransaction')
  return `transaction ${anchor.transactionId}, signed by ${anchor.notary}, anchors the root at ${anchor.contract} on ${anchor.chain}`
}

function checkBlock(anchor: PlacedAnchor): string | undefined {
  const { header, trieProof, transactionIndex, blockHash, blockNumber, blockTime } = anchor
  if (header === undefined || trieProof === undefined || transactionIndex === undefined) return undefined
  const block = decodeHeader(chainBytes(header))
  same(`0x${toHex(block.hash)}`, `${blockHash}`, 'blockHash', 'the header has the hash')
  same(`${block.number}`, `${blockNumber}`, 'blockNumber', 'the header has the number')
  same(timeText(block.time), `${blockTime}`, 'blockTime', 'the header has the time')
  const found = verifyTrieProof(block.transactionsRoot, transactionIndex, trieProof.map(chainBytes))
  if (!equal(found, chainBytes(anchor.rawTransaction))) {
    refuse(`transaction ${transactionIndex} of the block is another one`, 'trieProof')
  }
  return `transaction ${transactionIndex} of block ${blockNumber} (${blockHash}), made ${blockTime}`
}

/**
 * Seconds since 1970 as ISO 8601 in UTC.
 * @throws {@link ProofError} `anchor` after the year 9999.
 */
export function timeText(seconds: number): string {
  if (seconds > 253402300799) refuse('the time of the block is out of range', 'blockTime')
  return new Date(seconds * 1000).toISOString()
}

function chainBytes(text: string): Uint8Array {
  return fromHex(text.slice(2))
}

function same(found: string, claimed: string, field: string, words: string): void {
  if (found !== claimed) refuse(`${words} ${found}, but the proof says ${claimed}`, field)
}

function refuse(message: string, field: string): never {
  throw new ProofError('anchor', message, field)
}
