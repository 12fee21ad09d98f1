import { ProofError } from './errors.js'
import { equal, keccak256 } from './hash.js'
import { decodeRlp, encodeBytes, encodeList, fromQuantity, type RlpItem, toBytes, toList } from './rlp.js'

/*
 * The Merkle Patricia trie of a block's transactions (yellow paper, appendix D): key is RLP(index), value is the
 * transaction's canonical bytes. No RLP of a number is the prefix of another, so a branch never holds a value itself.
 */

type Entry = { readonly key: Uint8Array; readonly value: Uint8Array }

/** A node and, unless it is a leaf, the way on: after `skip` half-bytes either one child or one of sixteen. */
type Node = {
  readonly encoded: Uint8Array
  readonly skip: number
  readonly child?: Node
  readonly slots?: readonly (Node | undefined)[]
}

/** The trie over the transactions of a block, built once for its root and any number of proofs. */
export type TransactionTrie = {
  readonly root: Uint8Array
  /**
   * The nodes from the root down to a transaction, as `eth_getProof` lists them (nodes shorter than 32 bytes are part of
   * their parent).
   * @throws {@link ProofError} `trie` when there is no such transaction.
   */
  readonly proof: (index: number) => Uint8Array[]
}

const EMPTY = Uint8Array.of(0x80)

/** Builds the trie of a block's transactions (canonical bytes, in their order). */
export function transactionTrie(transactions: readonly Uint8Array[]): TransactionTrie {
  if (transactions.length === 0) return { root: keccak256(EMPTY), proof: missing }
  const root = build(
    transactions.map((value, index) => ({ key: keyOf(index), value })),
    0,
  )
  return {
    root: keccak256(root.encoded),
    proof: (index) => (transactions[index] === undefined ? missing(index) : nodesTo(root, keyOf(index))),
  }
}

/** `transactionsRoot` of a block with these transactions (canonical bytes, in their order). */
export function transactionsRoot(transactions: readonly Uint8Array[]): Uint8Array {
  return transactionTrie(transactions).root
}

/**
 * Proof of one transaction, see {@link TransactionTrie}.
 * @throws {@link ProofError} `trie` when there is no such transaction.
 */
export function trieProof(transactions: readonly Uint8Array[], index: number): Uint8Array[] {
  return transactionTrie(transactions).proof(index)
}

function missing(index: number): never {
  return fail(`there is no transaction ${index} in the block`)
}

/** Half-bytes of RLP(index). */
function keyOf(index: number): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0) fail('an index is a non-negative integer')
  const bytes = encodeBytes(fromQuantity(BigInt(index)))
  const nibbles = new Uint8Array(bytes.length * 2)
  bytes.forEach((byte, i) => {
    nibbles[2 * i] = byte >>> 4
    nibbles[2 * i + 1] = byte & 15
  })
  return nibbles
}

/** The node over `entries`, which agree in the first `depth` half-bytes of their keys. */
function build(entries: readonly Entry[], depth: number): Node {
  const { key, value } = entries[0]!
  if (entries.length === 1) {
    return { encoded: encodeList([packPath(key.subarray(depth), true), encodeBytes(value)]), skip: 0 }
  }
  const shared = sharedUpTo(entries, depth)
  if (shared > depth) {
    const child = build(entries, shared)
    const path = packPath(key.subarray(depth, shared), false)
    return { encoded: encodeList([path, reference(child)]), skip: shared - depth, child }
  }
  const sorted = Array.from({ length: 16 }, (): Entry[] => [])
  for (const entry of entries) sorted[entry.key[depth]!]!.push(entry)
  const slots = sorted.map((slot) => (slot.length === 0 ? undefined : build(slot, depth + 1)))
  const members = slots.map((slot) => (slot === undefined ? EMPTY : reference(slot)))
  return { encoded: encodeList([...members, EMPTY]), skip: 0, slots }
}

function sharedUpTo(entries: readonly Entry[], depth: number): number {
  const first = entries[0]!.key
  let end = depth
  while (end < first.length && entries.every((entry) => entry.key[end] === first[end])) end++
  return end
}

function nodesTo(root: Node, key: Uint8Array): Uint8Array[] {
  const nodes = [root.encoded]
  let depth = 0
  for (let node: Node | undefined = root; node !== undefined; ) {
    depth += node.skip
    const next: Node | undefined = node.slots === undefined ? node.child : node.slots[key[depth++]!]
    if (next !== undefined && next.encoded.length >= 32) nodes.push(next.encoded)
    node = next
  }
  return nodes
}

/** How a parent names a child: the node itself when it is shorter than 32 bytes, its hash otherwise. */
function reference({ encoded }: Node): Uint8Array {
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
