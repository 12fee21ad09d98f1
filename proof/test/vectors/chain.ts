import { type Hex, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeRlp, fromQuantity } from '../../src/ethereum/rlp.js'
import { fromHex, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'

/** 32 bytes derived from a name. */
export const seed = (name: string) => sha256(utf8(`tallystick vectors: ${name}`))
/** Hex with 0x, as chains write bytes. */
export const hex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`
/** The time of the vectors' first block, Unix seconds. */
export const BLOCK_TIME = 1_790_000_000
/** The signer of the vectors' transactions, and the contract they call. */
export const account = privateKeyToAccount(hex(seed('notary')))
export const contract = hex(seed('contract').subarray(12))

/** Signs a transaction that anchors a root. The nonce selects one of three transaction types. */
export async function sign(nonce: number, root: Uint8Array, chainId = 31337): Promise<Uint8Array> {
  const data: Hex = `0xeecdf927${toHex(root)}`
  const common = { chainId, nonce, to: contract, gas: 80_000n, data }
  const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000n }
  const kinds: TransactionSerializable[] = [
    { ...common, type: 'eip1559', ...fees },
    { ...common, type: 'legacy', gasPrice: 2_000_000_000n },
    {
      ...common,
      type: 'eip2930',
      gasPrice: 2_000_000_000n,
      accessList: [{ address: contract, storageKeys: [hex(root)] }],
    },
  ]
  return fromHex((await account.signTransaction(kinds[nonce % kinds.length]!)).slice(2))
}

/** Encodes a block header as RLP. */
export function headerOf(
  transactionsRoot: Uint8Array,
  number: number,
  time: number,
  stateRoot = seed('state'),
): Uint8Array {
  const quantity = (value: number) => fromQuantity(BigInt(value))
  const zero = new Uint8Array(32)
  const start = [
    seed('parent'),
    seed('uncles'),
    seed('miner').subarray(12),
    stateRoot,
    transactionsRoot,
    seed('receipts'),
  ]
  const middle = [
    new Uint8Array(256),
    quantity(0),
    quantity(number),
    quantity(30_000_000),
    quantity(800_000),
    quantity(time),
  ]
  const end = [utf8('vectors'), zero, new Uint8Array(8), quantity(7), zero, quantity(0), quantity(0), zero]
  return encodeRlp([...start, ...middle, ...end])
}
