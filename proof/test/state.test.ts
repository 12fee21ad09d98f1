import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/tier.js'
import { keccak256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { encodeRlp } from '../src/ethereum/rlp.js'
import { readRpcStateProof, type StateProof, verifyStateProof } from '../src/ethereum/state.js'
import { hex } from './vectors/chain.js'
import { accountOf, type Contract, heldFor, type State, stateOf } from './vectors/state.js'

const named = (name: string) => keccak256(utf8(name))
const addressOf = (i: number) => named(`contract ${i}`).subarray(12)
const slotOf = (i: number) => named(`slot ${i}`)
const storedValue = (i: number) => BigInt(`0x${toHex(named(`value ${i}`).subarray(0, 1 + (i % 32)))}`) + 1n
const contractOf = (i: number, slots: number): Contract => ({
  address: addressOf(i),
  slots: Array.from({ length: slots }, (_, j) => [slotOf(j), heldFor(storedValue(j))] as const),
})
/** The answer of `eth_getProof`, with nodes in any order. */
const rpcAnswer = ({ accountProof, storageProof }: StateProof) => ({
  accountProof: accountProof.map(hex),
  storageProof: [{ proof: storageProof.map(hex) }],
})

describe('the proof of a slot', () => {
  test('yields what the oracle stored, for every slot of random states', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(sizes, async (slots) => {
        const state = await stateOf(slots.map((count, i) => contractOf(i, count)))
        for (const [i, count] of slots.entries()) {
          for (let j = 0; j < count; j += 11) {
            const at = { contract: addressOf(i), slot: slotOf(j) }
            expect(verifyStateProof(state.root, at, await state.proof(at))).toBe(storedValue(j))
          }
        }
      }),
      { numRuns: runs(12) },
    )
  })

  test('is refused when the slot or the account is absent', async () => {
    const state = await stateOf([contractOf(0, 40), contractOf(1, 1), { address: addressOf(2), slots: [] }])
    for (let j = 100; j < 200; j++) {
      for (let i = 0; i < 5; i++) {
        const at = { contract: addressOf(i), slot: slotOf(j) }
        const proof = await state.proof(at)
        expect(() => verifyStateProof(state.root, at, proof)).toThrow(ProofError)
        const padded = { ...proof, storageProof: [...proof.storageProof, Uint8Array.of(0x80)] }
        expect(() => verifyStateProof(state.root, at, padded)).toThrow(ProofError)
      }
    }
  })

  describe('in a state with many accounts', () => {
    const at = { contract: addressOf(3), slot: slotOf(7) }
    const made = (async (): Promise<[State, StateProof]> => {
      const state = await stateOf(Array.from({ length: 20 }, (_, i) => contractOf(i, 30)))
      return [state, await state.proof(at)]
    })()

    test('is refused with any byte changed, a node missing, repeated or swapped, and for another root, contract or slot', async () => {
      const [{ root }, proof] = await made
      const refuses = (changed: Partial<StateProof>, other = {}, from = root) =>
        expect(() => verifyStateProof(from, { ...at, ...other }, { ...proof, ...changed })).toThrow(ProofError)
      for (const name of ['accountProof', 'storageProof'] as const) {
        const nodes = proof[name]
        expect(nodes.length).toBeGreaterThan(1)
        nodes.forEach((node, i) => {
          for (let byte = 0; byte < node.length; byte++) {
            refuses({ [name]: nodes.with(i, node.with(byte, node[byte]! ^ (1 << (byte % 8)))) })
          }
          refuses({ [name]: nodes.toSpliced(i, 1) })
          refuses({ [name]: nodes.toSpliced(i, 0, node) })
        })
        refuses({ [name]: nodes.toReversed() })
      }
      refuses({ accountProof: proof.storageProof, storageProof: proof.accountProof })
      refuses({}, {}, root.with(5, root[5]! ^ 1))
      for (let other = 0; other < 40; other++) {
        if (other !== 3) refuses({}, { contract: addressOf(other) })
        if (other !== 7) refuses({}, { slot: slotOf(other) })
      }
    })

    test('is read from a node that lists trie nodes in another order, or extra ones', async () => {
      const [{ root }, proof] = await made
      const { accountProof, storageProof } = rpcAnswer(proof)
      expect(readRpcStateProof(root, at, { accountProof, storageProof })).toEqual(proof)
      const [{ proof: nodes } = { proof: [] }] = storageProof
      const more = { accountProof: [...accountProof].reverse(), storageProof: [{ proof: ['0x80', ...nodes, '0x00'] }] }
      expect(readRpcStateProof(root, at, more)).toEqual(proof)
    })

    test('is not read from an answer that lacks it or is about another state', async () => {
      const [{ root }, proof] = await made
      const answer = rpcAnswer(proof)
      const answers = [
        {},
        { ...answer, storageProof: [] },
        { ...answer, storageProof: [{ proof: [] }] },
        { ...answer, accountProof: [] },
        { ...answer, accountProof: 'none' },
        { ...answer, accountProof: ['0xzz'] },
      ]
      for (const one of answers) expect(() => readRpcStateProof(root, at, one)).toThrow(ProofError)
      expect(() => readRpcStateProof(root.with(0, root[0]! ^ 1), at, answer)).toThrow(ProofError)
    })
  })

  test.each([
    ['zero', Uint8Array.of(0x80)],
    ['zero with a leading zero', Uint8Array.of(0x00)],
    ['a leading zero', encodeRlp(Uint8Array.of(0, 1))],
    ['a list', encodeRlp([Uint8Array.of(1)])],
    ['more than 32 bytes', encodeRlp(new Uint8Array(33).fill(1))],
    ['a second value', Uint8Array.of(1, 1)],
  ])('is refused when the slot holds %s', async (_, held) => {
    const at = { contract: addressOf(0), slot: slotOf(0) }
    const state = await stateOf([{ address: at.contract, slots: [[at.slot, held]] }])
    const proof = await state.proof(at)
    expect(() => verifyStateProof(state.root, at, proof)).toThrow(ProofError)
  })

  test('is accepted for accounts with more than four members, and refused for those with fewer', async () => {
    const at = { contract: addressOf(0), slot: slotOf(0) }
    const slots = [[at.slot, heldFor(5)]] as const
    const stateWith = (account: Contract['account']) => stateOf([{ address: at.contract, slots, account: account! }])
    const longer = await stateWith((root) => [...accountOf(root), new Uint8Array(0)])
    expect(verifyStateProof(longer.root, at, await longer.proof(at))).toBe(5n)
    for (const account of [
      (root: Uint8Array) => accountOf(root).slice(0, 3),
      (root: Uint8Array) => [root, ...accountOf(root)],
      (root: Uint8Array) => root,
    ]) {
      const state = await stateWith(account)
      const proof = await state.proof(at)
      expect(() => verifyStateProof(state.root, at, proof)).toThrow(ProofError)
    }
  })
})
