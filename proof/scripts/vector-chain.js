import { privateKeyToAccount } from 'viem/accounts'
import { fromHex, sha256, toHex, utf8 } from '../dist/hash.js'
import { encodeRlp, fromQuantity } from '../dist/ethereum/rlp.js'

/** 32 bytes that follow from a name. */
export const seed = (name) => sha256(utf8(`tallystick vectors: ${name}`))
/** Bytes as chains write them. */
export const hex = (bytes) => `0x${toHex(bytes)}`
/** Who signs the vectors' transactions, and where they go. */
export const account = privateKeyToAccount(hex(seed('notary')))
export const contract = hex(seed('contract').subarray(12))

/** A signed transaction that anchors a root, of one of three types by its nonce. */
export async function sign(nonce, root) {
  const data = `0xeecdf927${toHex(root)}`
  const common = { chainId: 31337, nonce, to: contract, gas: 80_000n, data }
  const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000n }
  const kinds = [
    { ...common, type: 'eip1559', ...fees },
    { ...common, type: 'legacy', gasPrice: 2_000_000_000n },
    {
      ...common,
      type: 'eip2930',
      gasPrice: 2_000_000_000n,
      accessList: [{ address: contract, storageKeys: [hex(root)] }],
    },
  ]
  return fromHex((await account.signTransaction(kinds[nonce % kinds.length])).slice(2))
}

/** RLP of a block header. */
export function headerOf(transactionsRoot, number, time) {
  const quantity = (value) => fromQuantity(BigInt(value))
  const zero = new Uint8Array(32)
  const start = [
    seed('parent'),
    seed('uncles'),
    seed('miner').subarray(12),
    seed('state'),
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
