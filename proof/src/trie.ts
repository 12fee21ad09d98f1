import { ProofError } from './errors.js'
import { equal, keccak256 } from './hash.js'
import { decodeRlp, encodeBytes, encodeList, fromQuantity, type RlpItem, toBytes, toList } from './rlp.js'

/*
 * The Merkle Patricia trie of a block's transactions (yellow paper, appendix D): key is RLP(index), value is the
 * transaction's canonical bytes. No RLP of a number is the prefix of another, so a branch never holds a value itself.
 */

type Entry = { readonly key: Uint8Array; readonly value: Uint8Array }

const EMPTY = Uint8Array.of(0x80)

/** The trie over a block's transactions: its root, and the proof of each of them. */
export type TransactionTrie = {
  readonly root: Uint8Array
  /**
   * Proof of one transaction: the nodes from the root down to it, as `eth_getProof` lists them (nodes shorter than 32
   * bytes are part of their parent).
   * @throws {@link ProofError} `trie` when there is no such transaction.
   */
  proof(index: number): Uint8Array[]
}

/** Builds the trie over a block's transactions (canonical bytes, in their order), each node once. */
export function transactionTrie(transactions: readonly Uint8Array[]): TransactionTrie {
  const nodes: Nodes = new Map()
  const root = transactions.length === 0 ? EMPTY : encodeNode(entriesOf(transactions), 0, nodes)
  return {
    root: keccak256(root),
    proof(index) {
      if (transactions[index] === undefined) {
        throw new ProofError('trie', `there is no transaction ${index} in the block`)
      }
      const key = keyOf(index)
      const proof = [root]
      // The root is a node of its own, however short; others below 32 bytes stand inside their parent.
      for (let depth = 1; depth <= key.length; depth++) {
        const node = nodes.get(placeOf(key, depth))
        if (node !== undefined && node.length >= 32) proof.push(node)
      }
      return proof
    },
  }
}

/** `transactionsRoot` of a block with these transactions (canonical bytes, in their order). */
export function transactionsRoot(transactions: readonly Uint8Array[]): Uint8Array {
  return transactionTrie(transactions).root
}

/** {@link TransactionTrie.proof} of a single transaction. */
export function trieProof(transactions: readonly Uint8Array[], index: number): Uint8Array[] {
  return transactionTrie(transactions).proof(index)
}

/** The nodes of a trie by the half-bytes that lead to them. */
type Nodes = Map<string, Uint8Array>

function placeOf(key: Uint8Array, depth: number): string {
  return String.fromCharCode(...key.subarray(0, depth))
}

function entriesOf(transactions: readonly Uint8Array[]): Entry[] {
  return transactions.map((value, index) => ({ key: keyOf(index), value }))
}

/** Half-bytes of RLP(index). */
function keyOf(index: number): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0) throw new ProofError('trie', 'an index is a non-negative integer')
  const bytes = encodeBytes(fromQuantity(BigInt(index)))
  const nibbles = new Uint8Array(bytes.length * 2)
  bytes.forEach((byte, i) => {
    nibbles[2 * i] = byte >>> 4
    nibbles[2 * i + 1] = byte & 15
  })
  return nibbles
}

/** RLP of the node over `entries`, which agree in the first `depth` half-bytes; it and those below are noted in `nodes`. */
function encodeNode(entries: readonly Entry[], depth: number, nodes: Nodes): Uint8Array {
  const first = entries[0]!
  const shared = entries.length === 1 ? first.key.length : sharedUpTo(entries, depth)
  let encoded: Uint8Array
  if (entries.length === 1) {
    encoded = encodeList([packPath(first.key.subarray(depth), true), encodeBytes(first.value)])
  } else if (shared > depth) {
    const child = reference(encodeNode(entries, shared, nodes))
    encoded = encodeList([packPath(first.key.subarray(depth, shared), false), child])
  } else {
    encoded = encodeBranch(entries, depth, nodes)
  }
  nodes.set(placeOf(first.key, depth), encoded)
  return encoded
}

function encodeBranch(entries: readonly Entry[], depth: number, nodes: Nodes): Uint8Array {
  const slots = Array.from({ length: 16 }, (): Entry[] => [])
  for (const entry of entries) slots[entry.key[depth]!]!.push(entry)
  const members = slots.map((slot) => {
    if (slot.length === 0) return EMPTY
    return reference(encodeNode(slot, depth + 1, nodes))
  })
  return encodeList([...members, EMPTY])
}

function sharedUpTo(entries: readonly Entry[], depth: number): number {
  const first = entries[0]!.key
  let end = depth
  while (end < first.length && entries.every((entry) => entry.key[end] === first[end])) end++
  return end
}

/** How a parent names a child: the node itself when it is shorter than 32 bytes, its hash otherwise. */
function reference(encoded: Uint8Array): Uint8Array {
  return encoded.length < 32 ? encoded : encodeBytes(keccak256(encoded))
}

/** Hex-prefix encoding of a path (yellow paper, appendix C), as RLP. */
function packPath(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = nibbles.length % 2
  const packed = new Uint8Array(1 + (nibbles.length >>> 1))
  packed[0] = (isLeaf ? 0x20 : 0) | (odd === 1 ? 0x10 | nibbles[0]! : 0)
  for (let i = odd, at = 1; i < nibbles.length; i += 2) packed[at++] = (nibbles[i]! << 4) | nibbles[i + 1]!
  return encodeBytes(packed)
}

function unpackPath(item: RlpItem | undefined): { path: number[]; isLeaf: boolean } {
  const bytes = toBytes(item)
  const flags = bytes[0]
  if (flags === undefined || flags >= 0x40 || ((flags & 0x10) === 0 && (flags & 0x0f) !== 0))
    fail('a path is malformed')
  const path = (flags & 0x10) === 0 ? [] : [flags & 0x0f]
  for (const byte of bytes.subarray(1)) path.push(byte >>> 4, byte & 15)
  return { path, isLeaf: (flags & 0x20) !== 0 }
}

/**
 * The transaction that a block with this `transactionsRoot` has at `index`, proven by the nodes on the way to it.
 * @throws {@link ProofError} `trie` when a node does not hash to what its parent says, the way leads elsewhere, or
 * nodes are missing or left over.
 */
export function verifyTrieProof(root: Uint8Array, index: number, proof: readonly Uint8Array[]): Uint8Array {
  const key = keyOf(index)
  let used = 0
  let depth = 0
  const nodeAt = (hash: Uint8Array): readonly RlpItem[] => {
    const encoded = proof[used++]
    if (encoded === undefined) fail('a node is missing')
    if (!equal(keccak256(encoded), hash)) fail(`node ${used - 1} does not hash to what leads to it`)
    return toList(decodeRlp(encoded))
  }
  const follow = (link: RlpItem | undefined): readonly RlpItem[] => {
    if (link === undefined) fail('a node is malformed')
    if (!(link instanceof Uint8Array)) return link
    if (link.length !== 32) fail(`there is no transaction ${index} in the trie`)
    return nodeAt(link)
  }
  let node = nodeAt(root)
  for (;;) {
    if (node.length === 17) {
      const nibble = key[depth++]
      if (nibble === undefined) fail(`there is no transaction ${index} in the trie`)
      node = follow(node[nibble])
      continue
    }
    if (node.length !== 2) fail('a node has neither 2 nor 17 members')
    const { path, isLeaf } = unpackPath(node[0])
    for (const nibble of path) if (key[depth++] !== nibble) fail(`there is no transaction ${index} in the trie`)
    if (isLeaf) break
    // An extension always moves on, so the walk ends with the key.
    if (path.length === 0) fail('an extension without a path')
    node = follow(node[1])
  }
  if (depth !== key.length) fail(`there is no transaction ${index} in the trie`)
  if (used !== proof.length) fail('nodes are left over')
  return toBytes(node[1])
}

function fail(message: string): never {
  throw new ProofError('trie', message)
}
