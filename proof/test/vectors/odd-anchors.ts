import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, fromHex, keccak256 } from '../../src/encoding/hash.js'
import { decodeRlp, encodeRlp, fromQuantity, type RlpItem, toList } from '../../src/ethereum/rlp.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import type { ProofAnchor, ProofDocument } from '../../src/format.js'
import { BLOCK_TIME, headerOf, hex, seed, sign } from './chain.js'

/** Proofs to refuse, by name, and the codes of the reasons. */
type Cases = Record<string, readonly [code: string, document: ProofDocument]>

/**
 * Makes forgeries whose hashes all fit: only the rules for the nodes of tries refuse them.
 * @param proof of a transaction that is alone in its block, so that one leaf is the whole trie
 */
export function oddTries(proof: ProofDocument): Cases {
  const anchor = proof.anchors[0]!
  const raw = fromHex(anchor.rawTransaction.slice(2))
  const listed = (...nodes: readonly Uint8Array[]): ProofDocument => {
    const header = headerOf(keccak256(nodes[0]!), anchor.blockNumber!, BLOCK_TIME)
    const changes = { trieProof: nodes.map(hex), header: hex(header), blockHash: hex(keccak256(header)) }
    return { ...proof, anchors: [{ ...anchor, ...changes }] }
  }
  const node = (...items: readonly RlpItem[]) => encodeRlp(items)
  // The key of transaction 0 is RLP(0), one byte: 0x80.
  const path = (...bytes: readonly number[]) => Uint8Array.from(bytes)
  const leaf = node(path(0x20, 0x80), raw)
  const none = new Uint8Array(0)
  return {
    'a leaf whose path has the flag 4': ['trie', listed(node(path(0x60, 0x80), raw))],
    'a leaf whose path has padding other than 0': ['trie', listed(node(path(0x2f, 0x80), raw))],
    'a leaf whose path is odd, and too long by half a byte': ['trie', listed(node(path(0x30, 0x80), raw))],
    'a leaf whose path is missing': ['trie', listed(node(none, raw))],
    'a leaf whose path is a list': ['rlp', listed(node([path(0x20), path(0x80)], raw))],
    'a leaf whose value is a list': ['rlp', listed(node(path(0x20, 0x80), [raw]))],
    'an extension without a path': ['trie', listed(node(path(0x00), keccak256(leaf)), leaf)],
    'an extension to 31 bytes': ['trie', listed(node(path(0x18), seed('child').subarray(1)))],
    'a branch with the transaction as its own value': ['trie', listed(node(...Array(16).fill(none), raw))],
    'a node of three items': ['trie', listed(node(path(0x20, 0x80), raw, none))],
    'a node that is no list': ['rlp', listed(encodeRlp(raw))],
  }
}

/** Makes transactions that are signed for chain 0: `v` is 35 or 36, and no document can name that chain. */
export async function ofChainZero(proof: ProofDocument): Promise<Cases> {
  const anchor = proof.anchors[0]!
  const signed = toList(decodeRlp(await sign(1, fromHex(proof.root)))).slice(0, 6)
  const cases: Cases = {}
  for (let nonce = 1; Object.keys(cases).length < 2; nonce++) {
    const items: RlpItem[] = [fromQuantity(BigInt(nonce)), ...signed.slice(1)]
    const digest = keccak256(encodeRlp([...items, new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)]))
    const [parity = 0, ...rs] = secp256k1.sign(digest, seed('notary'), { prehash: false, format: 'recovered' })
    const [r, s] = [rs.slice(0, 32), rs.slice(32)].map((bytes) => fromQuantity(BigInt(hex(Uint8Array.from(bytes)))))
    const raw = concat(encodeRlp([...items, fromQuantity(BigInt(35 + parity)), r!, s!]))
    const own: ProofAnchor = { ...anchor, transactionId: hex(decodeTransaction(raw).hash), rawTransaction: hex(raw) }
    cases[`a transaction with v ${35 + parity}, which is for chain 0`] = ['anchor', { ...proof, anchors: [own] }]
  }
  return cases
}
