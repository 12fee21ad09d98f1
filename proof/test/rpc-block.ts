import { keccak256 } from '../src/encoding/hash.js'
import { decodeRlp, toList } from '../src/ethereum/rlp.js'
import { headerOf, hex, seed } from './vectors/chain.js'

const members = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom', 'difficulty'],
  ...[
    'number',
    'gasLimit',
    'gasUsed',
    'timestamp',
    'extraData',
    'mixHash',
    'nonce',
    'baseFeePerGas',
    'withdrawalsRoot',
  ],
  ...['blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
] as const
const quantities: ReadonlySet<string> = new Set([
  ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas', 'blobGasUsed', 'excessBlobGas'],
])

/** A block as `eth_getBlockByNumber` shows it: each member as hex, and the hash of the header that they make. */
export function rpcBlock(number: number, time: number) {
  const header = headerOf(seed('transactions'), number, time)
  const items = toList(decodeRlp(header)) as Uint8Array[]
  const quantity = (bytes: Uint8Array) => `0x${BigInt(`0x0${hex(bytes).slice(2)}`).toString(16)}` as const
  const shown = members.map((name, at) => [name, (quantities.has(name) ? quantity : hex)(items[at]!)] as const)
  return {
    ...(Object.fromEntries(shown) as Record<(typeof members)[number], `0x${string}`>),
    hash: hex(keccak256(header)),
    transactions: [],
  }
}
