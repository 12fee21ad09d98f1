import { equalBytes, keccak256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { MAX_NODE_ITEMS } from '../limits.js'
import { decodeRlp, encodeBytes, encodeList, fromQuantity, type RlpItem, toBytes, toList } from './rlp.js'

/*
 * Merkle Patricia tries (yellow paper, appendix D): a block's transactions, with keys RLP(index) and the transactions' canonical
 * bytes as values; and the state of accounts and of their storage, with keys of 32 bytes. No key of either is a prefix of another,
 * so a branch never holds a value itself.
 */

type Entry = { readonly key: Uint8Array; readonly value: Uint8Array }

/** A node. Unless it is a leaf, either one child or one of sixteen follows after `skip` half-bytes. */
type Node = {
  readonly encoded: Uint8Array
  readonly skip: number
  readonly child?: Node
  readonly slots?: readonly (Node | undefined)[]
}

/** The trie of a block's transactions, built once for its root and any number of proofs. */
export type TransactionTrie = {
  readonly root: Uint8Array
  /**
   * Returns the nodes from the root down to a transaction, as `eth_getProof` lists them: nodes shorter than 32 bytes are part
   * of their parent.
   * @throws {@link ProofError} `trie` when the index is outside the block.
   */
  readonly proof: (index: number) => Uint8Array[]
}

const EMPTY = Uint8Array.of(0x80)

/** Builds the trie of a block's transactions (canonical bytes, in block order). */
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

function missing(index: number): never {
  return fail(`the block has no transaction ${index}`)
}

/** RLP(index), as half-bytes. */
function keyOf(index: number): Uint8Array {
  return nibblesOf(indexKey(index))
}

function indexKey(index: number): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0) fail('an index must be a non-negative integer')
  return encodeBytes(fromQuantity(BigInt(index)))
}

function nibblesOf(bytes: Uint8Array): Uint8Array {
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

/** A parent's reference to a child: the node itself when shorter than 32 bytes, otherwise its hash. */
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
 * Returns the transaction at `index` in a block with this `transactionsRoot`, proven by the nodes that lead to it.
 * @throws {@link ProofError} as {@link verifyTrieKey} does.
 */
export function verifyTrieProof(root: Uint8Array, index: number, proof: readonly Uint8Array[]): Uint8Array {
  return verifyTrieKey(root, indexKey(index), proof, `transaction ${index}`)
}

/**
 * Returns the value under a key, proven by the nodes that lead to it. A proof that the key is absent is refused like any other
 * that does not lead to a value.
 * @param what names the key in messages.
 * @throws {@link ProofError} `trie` when a node does not match its parent's reference, the nodes lead elsewhere, or nodes are
 * missing or left over.
 */
export function verifyTrieKey(
  root: Uint8Array,
  key: Uint8Array,
  proof: readonly Uint8Array[],
  what: string,
): Uint8Array {
  let used = 0
  const value = follow(root, nibblesOf(key), what, (hash) => {
    const encoded = proof[used++]
    if (encoded === undefined) fail('a node is missing')
    if (!equalBytes(keccak256(encoded), hash)) fail(`node ${used - 1} does not match its parent`)
    return encoded
  })
  if (used !== proof.length) fail('nodes are left over')
  return value
}

/**
 * Picks the nodes that lead to a key, root first, from those that a node of the network lists: some list embedded nodes too.
 * @throws {@link ProofError} `trie` when they do not lead to a value under the key.
 */
export function pickTrieNodes(
  root: Uint8Array,
  key: Uint8Array,
  listed: readonly Uint8Array[],
  what: string,
): Uint8Array[] {
  const byHash = new Map(listed.map((encoded) => [toHex(keccak256(encoded)), encoded]))
  const picked: Uint8Array[] = []
  follow(root, nibblesOf(key), what, (hash) => {
    const encoded = byHash.get(toHex(hash)) ?? fail('a node is missing')
    picked.push(encoded)
    return encoded
  })
  return picked
}

/** Returns the value under a key (half-bytes); `nodeOf` returns the node with a hash. */
function follow(root: Uint8Array, key: Uint8Array, what: string, nodeOf: (hash: Uint8Array) => Uint8Array): Uint8Array {
  const read = (hash: Uint8Array) => toList(decodeRlp(nodeOf(hash), MAX_NODE_ITEMS))
  const child = (link: RlpItem | undefined): readonly RlpItem[] => {
    if (link === undefined) fail('a node is malformed')
    if (!(link instanceof Uint8Array)) return link
    if (link.length !== 32) fail(`the trie has no ${what}`)
    return read(link)
  }
  let depth = 0
  let node = read(root)
  for (;;) {
    if (node.length === 17) {
      const nibble = key[depth++]
      if (nibble === undefined) fail(`the trie has no ${what}`)
      node = child(node[nibble])
      continue
    }
    if (node.length !== 2) fail('a node has neither 2 nor 17 members')
    const { path, isLeaf } = unpackPath(node[0])
    for (const nibble of path) if (key[depth++] !== nibble) fail(`the trie has no ${what}`)
    if (isLeaf) break
    // Every extension consumes part of the key, so the walk terminates.
    if (path.length === 0) fail('an extension has no path')
    node = child(node[1])
  }
  if (depth !== key.length) fail(`the trie has no ${what}`)
  return toBytes(node[1])
}

function fail(message: string): never {
  throw new ProofError('trie', message)
}
