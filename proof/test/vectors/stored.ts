import { anchoredAtSlot } from '../../src/anchored-at.js'
import { encodeRlp, toList, decodeRlp } from '../../src/ethereum/rlp.js'
import type { StorageSlot } from '../../src/ethereum/state.js'
import type { ProofAnchor, ProofDocument, ProofStateProof } from '../../src/format.js'
import { fromHex, keccak256 } from '../../src/encoding/hash.js'
import { account, BLOCK_TIME, contract, headerOf, hex, seed } from './chain.js'
import { type Contract, heldFor, type State, stateOf } from './state.js'

/** A state root, and the proof that leads from it to a root's slot. */
export type ProvenState = { readonly stateRoot: Uint8Array; readonly stateProof: ProofStateProof }

const ownContract = fromHex(contract.slice(2))
const ownNotary = fromHex(account.address.slice(2).toLowerCase())
const otherContract = seed('other contract').subarray(12)
const otherNotary = seed('other notary').subarray(12)
const otherRoot = seed('other root')
const slotOf = (root: Uint8Array, notary = ownNotary) => anchoredAtSlot(ownContract, notary, root)

type Plan = {
  /** Unix seconds in the slot of the root. */
  readonly recordedAt?: number
  /** The storage's item for the root, in place of a time; undefined: none. */
  readonly held?: Uint8Array | undefined
  /** Without other accounts and other roots. */
  readonly isAlone?: boolean
  readonly account?: Contract['account']
}

/** Makes the state of a chain whose contract holds a root, among other roots and accounts. */
function worldWith(root: Uint8Array, { recordedAt = BLOCK_TIME, isAlone = false, ...own }: Plan = {}): Promise<State> {
  const held = 'held' in own ? own.held : heldFor(recordedAt)
  const ours = held === undefined ? [] : ([[slotOf(root).slot, held]] as const)
  const form = own.account === undefined ? {} : { account: own.account }
  const others = Array.from({ length: isAlone ? 0 : 30 }, (_, i) => seed(`stored ${i}`))
  const stored = (notary: Uint8Array) => others.map((other) => [slotOf(other, notary).slot, heldFor(BLOCK_TIME)] as const)
  const beside: Contract[] = others.map((other) => ({ address: other.subarray(12), slots: [] }))
  if (isAlone) return stateOf([{ address: ownContract, slots: ours, ...form }])
  const forged = [[slotOf(root).slot, heldFor(1)] as const]
  return stateOf([
    ...beside,
    { address: otherContract, slots: forged },
    { address: ownContract, slots: [...stored(ownNotary), [slotOf(root, otherNotary).slot, heldFor(1)], ...ours], ...form },
  ])
}

async function proofIn(state: State, at: StorageSlot): Promise<ProvenState> {
  const { accountProof, storageProof } = await state.proof(at)
  return {
    stateRoot: state.root,
    stateProof: { accountProof: accountProof.map(hex), storageProof: storageProof.map(hex) },
  }
}

/** Returns a maker of the state after a block that anchored a root. */
export function storedAt(plan: Plan = {}): (root: Uint8Array) => Promise<ProvenState> {
  return async (root) => proofIn(await worldWith(root, plan), slotOf(root))
}

/** Makes the state of a contract that holds some roots among others, and the proof of each. */
export async function stateWith(roots: readonly Uint8Array[], recordedAt: number) {
  const others = Array.from({ length: 20 }, (_, i) => seed(`stored ${i}`))
  const slots = [...others, ...roots].map((root) => [slotOf(root).slot, heldFor(recordedAt)] as const)
  const beside = others.map((other) => ({ address: other.subarray(12), slots: [] }))
  const state = await stateOf([...beside, { address: ownContract, slots }])
  const proofs = await Promise.all(roots.map((root) => proofIn(state, slotOf(root))))
  return { stateRoot: state.root, stateProofs: proofs.map(({ stateProof }) => stateProof) }
}

type Case = readonly [code: string, document: object]

/**
 * Proofs with a forged state proof, each in a block of its own whose header fits the rest.
 * @param base a proof with a state proof, {@link storedAt} with the default plan.
 * @param other one with a trie proof.
 */
export async function storedForgeries(base: ProofDocument, other: ProofDocument): Promise<Record<string, Case>> {
  const root = fromHex(base.root)
  const anchor = base.anchors[0]!
  const { accountProof, storageProof } = anchor.stateProof!
  const { transactionsRoot } = partsOf(anchor)
  const anchored = (changes: object) => ({ ...base, anchors: [{ ...anchor, ...changes }] })
  const withState = (stateProof: object) => anchored({ stateProof: { ...anchor.stateProof, ...stateProof } })
  /** In a block with another state. */
  const inState = ({ stateRoot, stateProof }: ProvenState) => {
    const header = headerOf(transactionsRoot, 4711, BLOCK_TIME, stateRoot)
    return anchored({ header: hex(header), blockHash: hex(keccak256(header)), stateProof })
  }
  const world = await worldWith(root)
  const holding = async (held: Uint8Array | undefined, more: Plan = {}) =>
    inState(await proofIn(await worldWith(root, { held, ...more }), slotOf(root)))
  const empty = await worldWith(root, { held: undefined, isAlone: true })
  const without = await stateOf(
    Array.from({ length: 40 }, (_, i) => ({ address: seed(`stored ${i}`).subarray(12), slots: [] })),
  )
  const onlyOther = await stateOf([{ address: ownContract, slots: [[slotOf(otherRoot).slot, heldFor(BLOCK_TIME)]] }])
  const { transactionIndex, trieProof } = other.anchors[0]!
  return {
    'state proof of another contract': [
      'trie',
      inState(await proofIn(world, { contract: otherContract, slot: slotOf(root).slot })),
    ],
    'state proof of an account that is not there': [
      'trie',
      inState({
        stateRoot: without.root,
        stateProof: { accountProof: (await without.proof(slotOf(root))).accountProof.map(hex), storageProof },
      }),
    ],
    "storage of another contract under our contract's account": [
      'trie',
      inState({
        stateRoot: world.root,
        stateProof: {
          accountProof,
          storageProof: (await proofIn(world, { contract: otherContract, slot: slotOf(root).slot })).stateProof.storageProof,
        },
      }),
    ],
    'state proof of another root': ['trie', inState(await proofIn(world, slotOf(seed('stored 7'))))],
    'state proof of another notary': ['trie', inState(await proofIn(world, slotOf(root, otherNotary)))],
    'state proof that the root is not stored': ['trie', await holding(undefined)],
    "state proof that ends at another root's leaf": ['trie', inState(await proofIn(onlyOther, slotOf(otherRoot)))],
    'state proof of an empty storage': [
      'rlp',
      inState({
        stateRoot: empty.root,
        stateProof: { accountProof: (await proofIn(empty, slotOf(root))).stateProof.accountProof, storageProof: ['0x80'] },
      }),
    ],
    'state proof of the value 0': ['trie', await holding(Uint8Array.of(0x80))],
    'state proof of the value 0, as a byte': ['rlp', await holding(Uint8Array.of(0))],
    'state proof of a list': ['rlp', await holding(encodeRlp([Uint8Array.of(1)]))],
    'state proof of a value longer than a slot': ['rlp', await holding(encodeRlp(new Uint8Array(33).fill(1)))],
    'state proof of a time after the block': ['anchor', await holding(heldFor(BLOCK_TIME + 1))],
    'state proof of a time far after the block': ['anchor', await holding(encodeRlp(new Uint8Array(32).fill(255)))],
    'state proof of an account with three members': [
      'trie',
      inState(await storedAt({ account: (storageRoot) => [Uint8Array.of(1), new Uint8Array(0), storageRoot] })(root)),
    ],
    'state proof for another state root': ['trie', inState({ stateRoot: seed('state'), stateProof: anchor.stateProof! })],
    'state proof for the transactions root': ['trie', withState({ accountProof: trieProof })],
    'an account node left over': ['trie', withState({ accountProof: [...accountProof, accountProof[0]] })],
    'an account node missing': ['trie', withState({ accountProof: accountProof.slice(0, -1) })],
    'a storage node left over': ['trie', withState({ storageProof: [...storageProof, '0x80'] })],
    'a storage node missing': ['trie', withState({ storageProof: storageProof.slice(1) })],
    'account and storage swapped': ['trie', withState({ accountProof: storageProof, storageProof: accountProof })],
    'state proof for another notary, who signed nothing': ['anchor', anchored({ notary: hex(otherNotary) })],
    'state proof in another block': ['anchor', anchored({ blockNumber: 4712 })],
    'both kinds of evidence': ['malformed', anchored({ transactionIndex, trieProof })],
    'state proof beside a place in the block': ['malformed', anchored({ transactionIndex: 0 })],
    'state proof without storage': ['malformed', anchored({ stateProof: { accountProof } })],
    'state proof with empty storage': ['malformed', withState({ storageProof: [] })],
    'state proof with an unknown member': ['malformed', withState({ value: '0x1' })],
    'state proof, but not in a block': ['malformed', { ...anchored({ state: 'submitted' }), state: 'submitted' }],
  }
}

function partsOf({ header = '0x' }: ProofAnchor) {
  return { transactionsRoot: toList(decodeRlp(fromHex(header.slice(2))))[4] as Uint8Array }
}
