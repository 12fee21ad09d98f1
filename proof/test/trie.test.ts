import { createMerkleProof, createMPT, verifyMerkleProof } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs, seeded, sized } from '../../test/tier.js'
import { concat, equalBytes, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { encodeRlp, fromQuantity } from '../src/ethereum/rlp.js'
import { transactionTrie, verifyTrieProof } from '../src/ethereum/trie.js'

/** The trie takes any bytes; these are as long as transactions. */
const transactions = Array.from({ length: 600 }, (_, i) => {
  const noise = sha256(utf8(`transaction ${i}`))
  return concat(Uint8Array.of(2), ...Array.from({ length: 3 + (i % 5) }, () => noise), noise.subarray(0, i % 32))
})
const keyOf = (index: number) => encodeRlp(fromQuantity(BigInt(index)))

async function oracle(values: readonly Uint8Array[]) {
  const trie = await createMPT()
  for (const [index, value] of values.entries()) await trie.put(keyOf(index), value)
  return trie
}

describe('the trie of transactions', () => {
  test('of no transactions has the well-known root', () => {
    expect(toHex(transactionTrie([]).root)).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
    expect(() => transactionTrie([]).proof(0)).toThrow(ProofError)
  })

  test.each([1, 2, 3, 16, 17, 127, 128, 129, 130, 255, 256, 257, 258, 600])(
    "of %i has the oracle's root and proofs",
    async (count) => {
      const values = transactions.slice(0, count)
      const expected = await oracle(values)
      const { root, proof } = transactionTrie(values)
      expect(toHex(root)).toBe(toHex(expected.root()))
      for (const index of new Set([0, 1 % count, 127 % count, 128 % count, count >> 1, count - 1])) {
        const nodes = proof(index)
        expect(nodes.map(toHex)).toEqual((await createMerkleProof(expected, keyOf(index))).map(toHex))
        expect(verifyTrieProof(root, index, nodes)).toEqual(values[index])
        expect(await verifyMerkleProof(keyOf(index), nodes)).toEqual(values[index])
      }
    },
  )

  test('of random transactions agrees with the oracle, and every proof verifies', async () => {
    const order = fc.shuffledSubarray(transactions, { minLength: 1, maxLength: 600 })
    await fc.assert(
      fc.asyncProperty(order, async (values) => {
        const { root, proof } = transactionTrie(values)
        expect(toHex(root)).toBe(toHex((await oracle(values)).root()))
        for (let index = 0; index < values.length; index += 7) {
          expect(verifyTrieProof(root, index, proof(index))).toEqual(values[index])
        }
      }),
      { numRuns: runs(12) },
    )
  })

  test('embeds short nodes in their parents, as the oracle does', async () => {
    for (let count = 1; count < 40; count++) {
      const values = Array.from({ length: count }, (_, i) => utf8(`v${i}`))
      const expected = await oracle(values)
      const { root, proof } = transactionTrie(values)
      expect(toHex(root)).toBe(toHex(expected.root()))
      for (let index = 0; index < count; index++) {
        // The oracle also lists embedded nodes; eth_getProof and we do not.
        const nodes = await createMerkleProof(expected, keyOf(index))
        const own = nodes.filter((node, i) => i === 0 || node.length >= 32)
        expect(proof(index).map(toHex)).toEqual(own.map(toHex))
        expect(verifyTrieProof(root, index, proof(index))).toEqual(values[index])
      }
    }
  })

  test('refuses any changed byte, a missing, extra or swapped node, another root or index', () => {
    // Each run changes other bytes, a long one all.
    const step = sized({ short: 4, long: 1 })
    const random = seeded('bytes of nodes')
    const values = transactions.slice(0, 200)
    const { root, proof } = transactionTrie(values)
    for (const index of [0, 127, 150]) {
      const nodes = proof(index)
      nodes.forEach((node, i) => {
        for (let at = Math.floor(random() * step); at < node.length; at += step) {
          const changed = nodes.with(i, node.with(at, node[at]! ^ (1 << (at % 8))))
          expect(() => verifyTrieProof(root, index, changed)).toThrow(ProofError)
        }
        expect(() => verifyTrieProof(root, index, nodes.toSpliced(i, 1))).toThrow(ProofError)
        expect(() => verifyTrieProof(root, index, nodes.toSpliced(i, 0, node))).toThrow(ProofError)
      })
      expect(() => verifyTrieProof(root, index, [...nodes].reverse())).toThrow(ProofError)
      expect(() => verifyTrieProof(root.with(3, root[3]! ^ 1), index, nodes)).toThrow(ProofError)
      for (let other = 0; other < 300; other++) {
        if (other !== index) expect(() => verifyTrieProof(root, other, nodes)).toThrow(ProofError)
      }
    }
    for (const index of [-1, 1.5, Number.NaN]) expect(() => verifyTrieProof(root, index, proof(0))).toThrow(ProofError)
  })

  test('refuses a proof of random bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), fc.nat(300), (nodes, index) => {
        const { root } = transactionTrie(transactions.slice(0, 3))
        expect(() => verifyTrieProof(root, index, nodes)).toThrow(ProofError)
      }),
    )
    expect(
      equalBytes(transactionTrie(transactions.slice(0, 3)).root, transactionTrie(transactions.slice(0, 4)).root),
    ).toBe(false)
  })
})
