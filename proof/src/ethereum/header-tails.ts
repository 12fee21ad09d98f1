import { fromHex } from '../encoding/hash.js'
import { encodeBytes, fromQuantity } from './rlp.js'
import type { RpcObject } from './rpc.js'

/** Members after the nonce in order, by family of chains. A header ends with the last member of its fork. */
const orders: readonly (readonly string[])[] = [
  // Ethereum, rollups, BNB Smart Chain, Polygon: London, Shanghai, Cancun (3), Prague.
  ['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
  // Avalanche's C-Chain.
  [
    ...['extDataHash', 'baseFeePerGas', 'extDataGasUsed', 'blockGasCost', 'blobGasUsed', 'excessBlobGas'],
    ...['parentBeaconBlockRoot', 'timestampMilliseconds', 'minDelayExcess'],
  ],
  // Avalanche's other chains.
  [
    ...['baseFeePerGas', 'blockGasCost', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
    ...['timestampMilliseconds', 'minDelayExcess'],
  ],
  // XDC, Viction.
  ['validators', 'validator', 'penalties', 'baseFeePerGas'],
]
const ethereum = orders[0]!
const quantities = new Set([
  ...['baseFeePerGas', 'blobGasUsed', 'excessBlobGas', 'extDataGasUsed', 'blockGasCost'],
  ...['timestampMilliseconds', 'minDelayExcess'],
])

/** Members of the node's answer before the tail, or outside of the header. */
const elsewhere = new Set(
  (
    'parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom difficulty number gasLimit gasUsed ' +
    'timestamp extraData mixHash nonce hash size totalDifficulty author signature step'
  ).split(' '),
)

/**
 * Yields what can follow a header's nonce, encoded, the likeliest first: the orders of known chains, then every arrangement of the
 * members shown by the node in which Ethereum's keep their order.
 */
export function* headerTails(block: RpcObject): Generator<Uint8Array[]> {
  const encoded = new Map<string, Uint8Array>()
  for (const [name, value] of Object.entries(block)) {
    if (!elsewhere.has(name) && typeof value === 'string' && isHex.test(value)) {
      encoded.set(name, encodeMember(value, quantities.has(name)))
    }
  }
  const present = orders.map((order) => order.slice(0, lengthOfRun(order, encoded)))
  const tail = (names: readonly string[]) => names.map((name) => encoded.get(name)!)
  for (const names of present) yield tail(names)
  for (const names of present) {
    // Some nodes show members that their headers lack.
    for (let length = names.length - 1; length >= 0; length--) yield tail(names.slice(0, length))
  }
  const known = ethereum.filter((name) => encoded.has(name))
  const others = [...encoded.keys()].filter((name) => !known.includes(name))
  for (const names of arrangements(known, others)) yield tail(names)
}

const isHex = /^0x[0-9a-fA-F]*$/

/** Encodes a member. An odd number of digits shows an unknown one to be a quantity; an even number reads the same either way. */
function encodeMember(value: string, isQuantity: boolean): Uint8Array {
  const digits = value.slice(2)
  if (digits.length % 2 === 0 && !isQuantity) return encodeBytes(fromHex(digits))
  return encodeBytes(fromQuantity(BigInt(`0x0${digits}`)))
}

function lengthOfRun(order: readonly string[], encoded: ReadonlyMap<string, unknown>): number {
  const missing = order.findIndex((name) => !encoded.has(name))
  return missing === -1 ? order.length : missing
}

/** Yields every order of all of `known`, in theirs, and any of `others`; those with the others at the end come first. */
function* arrangements(known: readonly string[], others: readonly string[]): Generator<string[]> {
  const [next, ...rest] = known
  if (next !== undefined) for (const names of arrangements(rest, others)) yield [next, ...names]
  else yield []
  for (const name of others) {
    const left = others.filter((other) => other !== name)
    for (const names of arrangements(known, left)) yield [name, ...names]
  }
}
