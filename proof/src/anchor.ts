import { anchoredAtSlot, checkAnchoredAt } from './anchored-at.js'
import { equalBytes, fromHex } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import { decodeHeader, type Header } from './ethereum/header.js'
import { addressText, decodeTransaction } from './ethereum/transaction.js'
import { verifyTrieProof } from './ethereum/trie.js'
import type { ProofAnchor, ProofStateProof } from './format.js'
import { checkBlockTime } from './trust/chains.js'

/** First four bytes of Keccak-256 of `anchor(bytes32)`. Part of every transaction that anchors a root. */
export const ANCHOR_SELECTOR = 'eecdf927'

/** The two checks of an anchor. Each returns its finding as text. */
export type AnchorChecks = {
  /** @throws {@link ProofError} `anchor`, `transaction` or `rlp`. */
  readonly transaction: () => string
  /** Returns undefined until the anchor is in a block. @throws {@link ProofError} `anchor`, `header`, `block-time`, `trie` or `rlp`. */
  readonly block: () => string | undefined
}

/** The members of an anchor that can be checked: all but the issuer's claims. */
export type CheckableAnchor = Omit<ProofAnchor, 'network' | 'private' | 'state'>

/**
 * Returns the checks of an anchor against the root it has to carry (hex).
 * @param now the verifier's clock in milliseconds since 1970: if given, blocks of the future are refused.
 */
export function anchorChecks(root: string, anchor: CheckableAnchor, now?: number): AnchorChecks {
  return { transaction: () => checkTransaction(root, anchor), block: () => checkBlock(root, anchor, now) }
}

function checkTransaction(root: string, anchor: CheckableAnchor): string {
  const raw = chainBytes(anchor.rawTransaction)
  const transaction = decodeTransaction(raw)
  if (!equalBytes(transaction.canonical, raw))
    refuse('the transaction is not encoded as blocks hold it', 'rawTransaction')
  same(`0x${toHex(transaction.hash)}`, anchor.transactionId, 'transactionId', 'the transaction has the ID')
  const { chainId, to, input, sender } = transaction
  if (chainId === undefined) refuse('the transaction names no chain', 'chain')
  same(`eip155:${chainId}`, anchor.chain, 'chain', 'the transaction is for')
  same(to === undefined ? 'no contract' : addressText(to), anchor.contract, 'contract', 'the transaction goes to')
  same(addressText(sender), anchor.notary, 'notary', 'the transaction is signed by')
  if (toHex(input) !== ANCHOR_SELECTOR + root) refuse('the transaction does not anchor the root', 'rawTransaction')
  return `transaction ${anchor.transactionId}, signed by ${anchor.notary}, anchors the root at ${anchor.contract} on ${anchor.chain}`
}

function checkBlock(root: string, anchor: CheckableAnchor, now: number | undefined): string | undefined {
  const { header, blockHash, blockNumber, blockTime } = anchor
  if (header === undefined) return undefined
  const block = decodeHeader(chainBytes(header))
  same(`0x${toHex(block.hash)}`, `${blockHash}`, 'blockHash', 'the header has the hash')
  same(`${block.number}`, `${blockNumber}`, 'blockNumber', 'the header has the number')
  same(timeText(block.time), `${blockTime}`, 'blockTime', 'the header has the time')
  checkBlockTime(anchor.chain, `${blockTime}`, now)
  const where = `block ${blockNumber} (${blockHash}), dated ${blockTime}`
  if (anchor.stateProof !== undefined) {
    checkState(root, anchor, block, anchor.stateProof)
    return `the contract's storage holds the root as of ${where}`
  }
  return `transaction ${checkPlace(anchor, block)} of ${where}`
}

/** Checks that the block holds the transaction, and returns its place. */
function checkPlace({ rawTransaction, transactionIndex, trieProof }: CheckableAnchor, block: Header): number {
  if (transactionIndex === undefined || trieProof === undefined) refuse('the anchor has no evidence', 'trieProof')
  const found = verifyTrieProof(block.transactionsRoot, transactionIndex, trieProof.map(chainBytes))
  if (!equalBytes(found, chainBytes(rawTransaction))) {
    refuse(`transaction ${transactionIndex} of the block is a different one`, 'trieProof')
  }
  return transactionIndex
}

function checkState(root: string, anchor: CheckableAnchor, block: Header, proof: ProofStateProof): void {
  const at = anchoredAtSlot(chainBytes(anchor.contract), chainBytes(anchor.notary), fromHex(root))
  const accountProof = proof.accountProof.map(chainBytes)
  checkAnchoredAt(block, at, { accountProof, storageProof: proof.storageProof.map(chainBytes) })
}

/**
 * Formats Unix seconds as ISO 8601 in UTC.
 * @throws {@link ProofError} `anchor` when the year is after 9999.
 */
export function timeText(seconds: number): string {
  if (seconds > 253402300799) refuse('the block time is out of range', 'blockTime')
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
