import { ProofError } from '../errors.js'
import { equalBytes, keccak256 } from '../hash.js'
import { decodeRlp, encodeBytes, encodeList, fromQuantity, type RlpItem, toBytes, toList } from './rlp.js'

/*
 * The Merkle Patricia trie of a block's transactions (yellow paper, appendix D). Keys are RLP(index), values the transactions'
 * canonical bytes. RLP of one number is never a prefix of another's, so a branch never holds a value itself.
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

/** Half-bytes of RLP(index). */
function keyOf(index: number): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0) fail('an index must be a non-negative integer')
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
 * @throws {@link ProofError} `trie` when a node does not match its parent's reference, the nodes lead elsewhere, or nodes are
 * missing or left over.
 */
export function verifyTrieProof(root: Uint8Array, index: number, proof: readonly Uint8Array[]): Uint8Array {
  const key = keyOf(index)
  let used = 0
  let depth = 0
  const nodeAt = (hash: Uint8Array): readonly RlpItem[] => {
    const encoded = proof[used++]
    if (encoded === undefined) fail('a node is missing')
    if (!equalBytes(keccak256(encoded), hash)) fail(`node ${used - 1} does not match its parent`)
    return toList(decodeRlp(encoded))
  }
  const follow = (link: RlpItem | undefined): readonly RlpItem[] => {
    if (link === undefined) fail('a node is malformed')
    if (!(link instanceof Uint8Array)) return link
    if (link.length !== 32) fail(`the trie has no transaction ${index}`)
    return nodeAt(link)
  }
  let node = nodeAt(root)
  for (;;) {
    if (node.length === 17) {
      const nibble = key[depth++]
      if (nibble === undefined) fail(`the trie has no transaction ${index}`)
      node = follow(node[nibble])
      continue
    }
    if (node.length !== 2) fail('a node has neither 2 nor 17 members')
    const { path, isLeaf } = unpackPath(node[0])
    for (const nibble of path) if (key[depth++] !== nibble) fail(`the trie has no transaction ${index}`)
    if (isLeaf) break
    // Every extension consumes part of the key, so the walk terminates.
    if (path.length === 0) fail('an extension has no path')
    node = follow(node[1])
  }
  if (depth !== key.length) fail(`the trie has no transaction ${index}`)
  if (used !== proof.length) fail('nodes are left over')
  return toBytes(node[1])
}

function fail(message: string): never {
  throw new ProofError('trie', message)
}
