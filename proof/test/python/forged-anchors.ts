import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, fromHex, keccak256, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { decodeRlp, encodeBytes, encodeRlp, fromQuantity, type RlpItem, toQuantity } from '../../src/ethereum/rlp.js'
import { transactionTrie } from '../../src/ethereum/trie.js'
import type { ProofAnchor, ProofDocument } from '../../src/format.js'
import { headerOf } from '../vectors/chain.js'
import type { Dice } from './dice.js'

/*
 * Anchors whose hashes fit, so that a verifier reads on to the place that was changed: a forger has all of this as well.
 */

const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`
const chainBytes = (text: string) => fromHex(text.slice(2))
const listOf = (item: RlpItem) => (item instanceof Uint8Array ? [item] : [...item])
const zero = new Uint8Array(0)
const deep = (depth: number): RlpItem => (depth === 0 ? zero : [deep(depth - 1)])

/** Changes one item, at most three lists deep. */
function changeItem(item: RlpItem, dice: Dice, depth = 0): RlpItem {
  if (!(item instanceof Uint8Array) && item.length > 0 && (depth === 0 || (depth < 3 && dice.chance(0.5)))) {
    const items = listOf(item)
    const at = dice.below(items.length)
    if (dice.chance(0.85)) items[at] = changeItem(items[at]!, dice, depth + 1)
    else if (dice.chance(0.4)) items.splice(at, 1)
    else
      items.splice(
        dice.chance(0.5) ? at : items.length,
        0,
        dice.pick([zero, Uint8Array.of(7), dice.bytes(32), items[at]!]),
      )
    return items
  }
  const bytes = item instanceof Uint8Array ? item : zero
  return dice.pick<() => RlpItem>([
    () => zero,
    () => [],
    () => [bytes],
    () => Uint8Array.of(0),
    () => Uint8Array.of(dice.below(256)),
    () => concat(Uint8Array.of(0), bytes),
    () => concat(bytes, Uint8Array.of(dice.below(256))),
    () => bytes.subarray(1),
    () => dice.bytes(bytes.length),
    () => dice.bytes(dice.pick([6, 7, 8, 19, 20, 21, 31, 32, 33, 55, 56, 256, 300])),
    () => deep(dice.pick([1, 29, 30, 31, 32, 33, 40])),
  ])()
}

/** RLP, mostly canonical; else with a byte, a length or a prefix that isn't. */
function encode(item: RlpItem, dice: Dice): Uint8Array {
  const bytes = encodeRlp(item)
  if (dice.chance(0.85)) return bytes
  const at = dice.below(Math.min(bytes.length, 6))
  return dice.pick([
    () => concat(bytes.subarray(0, at), Uint8Array.of(dice.below(256)), bytes.subarray(at + 1)),
    () => concat(bytes, Uint8Array.of(dice.below(256))),
    () => bytes.subarray(0, -1 - dice.below(3)),
    () => concat(Uint8Array.of(0xfa, 0), Uint8Array.of(bytes.length >> 16, bytes.length >> 8, bytes.length), bytes),
    () => concat(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), bytes),
    () => concat(Uint8Array.of(0x81), bytes),
  ])()
}

/** Changes the header, with its hash and mostly with number and time as the changed one has them. */
export function forgeHeader(anchor: ProofAnchor, dice: Dice): ProofAnchor {
  const items = listOf(decodeRlp(chainBytes(anchor.header!)))
  const at = dice.pick([...items.keys(), 8, 11, 8, 11])
  const seconds = [0, 1, 1438269987, 1438269988, 4102444800, 253402300799, 253402300800, 2 ** 53 - 1, 2 ** 53]
  if (dice.chance(0.2)) items[11] = fromQuantity(BigInt(dice.pick(seconds)))
  else if (dice.chance(0.1)) items[8] = fromQuantity(BigInt(dice.pick([0, 2 ** 53 - 1, 2 ** 53])))
  else if (dice.chance(0.25)) items.push(...Array.from({ length: dice.below(9) }, () => dice.bytes(dice.below(40))))
  else if (dice.chance(0.3)) items.length = dice.below(items.length + 1)
  else items[at] = listOf(changeItem([items[at]!], dice))[0] ?? []
  return withHeader(anchor, encode(items, dice), dice)
}

function withHeader(anchor: ProofAnchor, header: Uint8Array, dice: Dice): ProofAnchor {
  const forged = { ...anchor, header: hex(header), blockHash: hex(keccak256(header)) }
  if (dice.chance(0.1)) return forged
  try {
    const items = listOf(decodeRlp(header))
    const [blockNumber = 0, seconds = 0] = [8, 11].map((at) => Number(toQuantity(items[at] ?? [])))
    return { ...forged, blockNumber, blockTime: new Date(seconds * 1000).toISOString() }
  } catch {
    return forged
  }
}

/** Changes a node of a trie, with the hashes of it in its parents and in the header. */
export function forgeTrie(anchor: ProofAnchor, dice: Dice): ProofAnchor {
  const { trieProof = [], stateProof = { accountProof: [], storageProof: [] } } = anchor
  const first = [...trieProof, ...stateProof.accountProof].map(chainBytes)
  const second = stateProof.storageProof.map(chainBytes)
  const at = dice.below(first.length + second.length)
  const list = at < first.length ? first : second
  const place = at < first.length ? at : at - first.length
  const before = [...first, ...second].map((node) => toHex(keccak256(node)))
  const items = listOf(decodeRlp(list[place]!))
  const child = list[place + 1]
  if (child !== undefined && dice.chance(0.3)) {
    // Embeds the next node, as only a shorter one would be.
    const slot = items.findIndex((item) => item instanceof Uint8Array && toHex(item) === before[at + 1])
    if (slot >= 0) items[slot] = decodeRlp(child)
    list.splice(place + 1, 1)
    before.splice(at + 1, 1)
  } else changeNode(items, dice)
  list[place] = encode(items, dice)
  const nodes = [...first, ...second]
  // A storage root is in the last node of its account, so one chain of hashes leads through both lists.
  for (let i = at; i > 0; i--) nodes[i - 1] = replaced(nodes[i - 1]!, before[i]!, nodes[i]!)
  const header = replaced(chainBytes(anchor.header!), before[0]!, nodes[0]!)
  const [upper, lower] = [nodes.slice(0, first.length), nodes.slice(first.length)].map((part) => part.map(hex))
  if (dice.chance(0.1)) upper!.push(dice.pick(nodes.map(hex)))
  const evidence = anchor.stateProof
    ? { stateProof: { accountProof: upper!, storageProof: lower! } }
    : { trieProof: upper! }
  return withHeader({ ...anchor, ...evidence }, header, dice)
}

function changeNode(items: RlpItem[], dice: Dice): void {
  const [path, value] = items
  if (items.length === 2 && dice.chance(0.3)) {
    items[0] = concat(Uint8Array.of(dice.below(256)), (path as Uint8Array).subarray(dice.below(2)))
  } else if (items.length === 2 && value instanceof Uint8Array && dice.chance(0.7)) {
    items[1] = changeValue(value, dice)
  } else items[dice.below(items.length)] = listOf(changeItem([dice.pick(items)], dice))[0] ?? []
}

/** Changes an account or a number in a leaf. */
function changeValue(value: Uint8Array, dice: Dice): Uint8Array {
  if (value.length < 40)
    return dice.pick([encodeRlp(fromQuantity(BigInt(dice.below(2) * 2 ** 40))), value.subarray(1), encode(value, dice)])
  try {
    return encode(changeItem(decodeRlp(value), dice), dice)
  } catch {
    return value.subarray(1)
  }
}

function replaced(bytes: Uint8Array, hash: string, node: Uint8Array): Uint8Array {
  return fromHex(toHex(bytes).replace(hash, toHex(keccak256(node))))
}

const key = sha256(utf8('the forger of proofs'))
const order = secp256k1.Point.CURVE().n

/** The items that each type of transaction signs. */
function unsigned(type: number, chainId: number, to: Uint8Array, data: Uint8Array): RlpItem[] {
  const [id, fee] = [fromQuantity(BigInt(chainId)), Uint8Array.of(9)]
  const access = [[to, [dice32, dice32]]]
  if (type === 0) return [zero, fee, fee, to, zero, data]
  if (type === 1) return [id, zero, fee, fee, to, zero, data, access]
  const common = [id, zero, fee, fee, fee, to, zero, data, access]
  if (type === 2) return common
  return type === 3 ? [...common, fee, [dice32]] : [...common, [[id, to, zero, zero, fee, fee]]]
}

const dice32 = sha256(utf8('a storage key'))

/** Puts a transaction of any type into a block of its own, with an item changed before or after it was signed. */
export function forgeTransaction({ root }: ProofDocument, anchor: ProofAnchor, dice: Dice): ProofAnchor {
  const type = dice.below(5)
  const chainId = dice.pick([1, 31337, 2 ** 40])
  const data = concat(fromHex('eecdf927'), fromHex(root))
  let items = unsigned(type, chainId, chainBytes(anchor.contract), data)
  if (dice.chance(0.5)) items = listOf(changeItem(items, dice))
  const isEarly = type === 0 && dice.chance(0.1)
  const legacy = isEarly ? [] : [fromQuantity(BigInt(chainId)), zero, zero]
  const message = type === 0 ? encodeRlp([...items, ...legacy]) : concat(Uint8Array.of(type), encodeRlp(items))
  const [recovery = 0, ...rs] = secp256k1.sign(keccak256(message), key, { prehash: false, format: 'recovered' })
  let r = BigInt(`0x${toHex(Uint8Array.from(rs.slice(0, 32)))}`)
  let s = BigInt(`0x${toHex(Uint8Array.from(rs.slice(32)))}`)
  if (dice.chance(0.1))
    [r, s] = dice.pick<[bigint, bigint]>([
      [0n, s],
      [r, 0n],
      [order, s],
      [r, order],
      [5n, s],
      [r, s ^ 4n],
    ])
  const isHigh = dice.chance(0.05)
  if (isHigh) s = order - s
  const parity = BigInt(isHigh ? 1 - recovery : recovery)
  const v = type > 0 ? parity : isEarly ? parity + 27n : parity + 35n + 2n * BigInt(chainId)
  const oddV = dice.chance(0.05) ? dice.pick([2n, 0n, 1n, 26n, 29n, 34n, 35n, 2n ** 200n]) : v
  const signed: RlpItem[] = [...items, ...[oddV, r, s].map(fromQuantity)]
  const whole = dice.chance(0.05) ? listOf(changeItem(signed, dice)) : signed
  const form = type === 3 && dice.chance(0.2) ? [whole, [], [], []] : whole
  const prefix = type === 0 ? zero : Uint8Array.of(dice.chance(0.97) ? type : dice.below(256))
  const raw = concat(prefix, encode(form, dice))
  const notary = hex(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
  const forged = {
    ...anchor,
    chain: `eip155:${chainId}`,
    notary,
    transactionId: hex(keccak256(raw)),
    rawTransaction: hex(raw),
  }
  return dice.chance(0.5) ? inBlock(forged, raw, dice) : submitted(forged)
}

/** Leaves out the members of the block. */
function submitted({
  chain,
  network,
  contract,
  notary,
  transactionId,
  rawTransaction,
  ...rest
}: ProofAnchor): ProofAnchor {
  return { chain, network, private: rest.private, contract, notary, transactionId, rawTransaction, state: 'submitted' }
}

function inBlock(anchor: ProofAnchor, raw: Uint8Array, dice: Dice): ProofAnchor {
  const transactionIndex = dice.below(3)
  const others = Array.from({ length: 3 }, (_, i) => (i === transactionIndex ? raw : encodeBytes(dice.bytes(60))))
  const trie = transactionTrie(others)
  const trieProof = trie.proof(transactionIndex).map(hex)
  return withHeader(
    { ...submitted(anchor), state: 'confirmed', transactionIndex, trieProof },
    headerOf(trie.root, 7, 1_700_000_000),
    dice,
  )
}
