import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt'
import { encodeRlp, fromQuantity, type RlpItem } from '../../src/ethereum/rlp.js'
import type { StateProof, StorageSlot } from '../../src/ethereum/state.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { seed } from './chain.js'

/** A contract to put into a state: its slots with what the trie holds for each, and the account's further members. */
export type Contract = {
  readonly address: Uint8Array
  readonly slots: readonly (readonly [slot: Uint8Array, held: Uint8Array])[]
  /** Members of the account in place of nonce, balance, storage root and code hash. */
  readonly account?: (storageRoot: Uint8Array) => RlpItem
}

/** A state of contracts. Proofs of what is not there end where the path does, as nodes list them. */
export type State = { readonly root: Uint8Array; readonly proof: (at: StorageSlot) => Promise<StateProof> }

/** Encodes a number as the trie of a contract's storage holds it. */
export const heldFor = (value: number | bigint) => encodeRlp(fromQuantity(BigInt(value)))

/** Four members, as on Ethereum. */
export const accountOf = (storageRoot: Uint8Array): RlpItem[] => [
  Uint8Array.of(1),
  new Uint8Array(0),
  storageRoot,
  seed('code'),
]

/** Builds a state with the oracle's tries. */
export async function stateOf(contracts: readonly Contract[]): Promise<State> {
  const storages = new Map<string, MerklePatriciaTrie>()
  const accounts = await createMPT({ useKeyHashing: true })
  for (const { address, slots, account = accountOf } of contracts) {
    const storage = await createMPT({ useKeyHashing: true })
    for (const [slot, held] of slots) await storage.put(slot, held)
    storages.set(toHex(address), storage)
    await accounts.put(address, encodeRlp(account(storage.root())))
  }
  const proof = async ({ contract, slot }: StorageSlot) => {
    const storage = storages.get(toHex(contract))
    const storageProof = storage === undefined ? [] : await createMerkleProof(storage, slot)
    return { accountProof: await createMerkleProof(accounts, contract), storageProof }
  }
  return { root: accounts.root(), proof }
}
