import { keccak256, toHex } from '@tallystick/proof'
import { decodeRlp, fromQuantity } from '@tallystick/proof/ethereum'

/**
 * The embedded chain's past, as far as its node needs it to go on: the newest block is the parent of the next. The
 * chain's user keeps this; the node keeps nothing.
 */
export interface ChainPast {
  /** RLP headers of the newest blocks, newest first; none: the chain begins. */
  headers: readonly Uint8Array[]
  accounts: readonly PastAccount[]
  contract: PastContract | null
}

/** An account that sent transactions. */
interface PastAccount {
  /** 20 bytes. */
  address: Uint8Array
  /** Of its next transaction. */
  nonce: number
}

/** A contract with what it stores. */
interface PastContract {
  /** 20 bytes. */
  address: Uint8Array
  /** The code that creates its code. */
  creation: Uint8Array
  /** Slots of 32 bytes and the numbers in them. */
  storage: Iterable<readonly [slot: Uint8Array, value: number]>
}

/** Members of a header up to Cancun, in the order of its RLP, by the names that the node gives them. */
const members = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom', 'difficulty'],
  ...['number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce', 'baseFeePerGas'],
  ...['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
] as const
type Member = (typeof members)[number]
const quantities: ReadonlySet<Member> = new Set<Member>([
  ...(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas'] as const),
  ...(['blobGasUsed', 'excessBlobGas'] as const),
])

/**
 * Returns the past as a state for anvil's `--load-state`. Blocks come without their transactions, the contract without its code:
 * the node runs `creation` itself.
 *
 * @throws {Error} when a header is not of this chain
 */
export function anvilState({ headers, accounts, contract }: ChainPast): string {
  const blocks = headers.map((header) => ({ header: headerMembers(header), transactions: [], ommers: [] }))
  const head = blocks[0]?.header
  if (!head) throw new Error('a past has a block')
  return JSON.stringify({
    block: {
      number: head.number,
      beneficiary: head.miner,
      timestamp: head.timestamp,
      gas_limit: Number(head.gasLimit),
      basefee: Number(head.baseFeePerGas),
      difficulty: head.difficulty,
      prevrandao: head.mixHash,
      blob_excess_gas_and_price: { excess_blob_gas: 0, blob_gasprice: 1 },
    },
    accounts: Object.fromEntries([
      ...accounts.map(({ address, nonce }) => [hex(address), { nonce, balance: '0x0', code: '0x', storage: {} }]),
      ...(contract
        ? [[hex(contract.address), { nonce: 1, balance: '0x0', code: '0x', storage: storageOf(contract) }]]
        : []),
    ]),
    best_block_number: Number(head.number),
    blocks,
    transactions: [],
    historical_states: null,
  })
}

/** Returns the hash of the newest block, 0x-prefixed; null when the chain begins. */
export function headHash({ headers }: ChainPast): string | null {
  return headers[0] ? hex(keccak256(headers[0])) : null
}

function headerMembers(rlp: Uint8Array): Record<Member, string> {
  const items = decodeRlp(rlp) as Uint8Array[]
  if (items.length !== members.length) {
    throw new Error(`a header of the embedded chain has ${members.length} members, not ${items.length}`)
  }
  return Object.fromEntries(
    members.map((name, at) => {
      const item = items[at] as Uint8Array
      return [name, quantities.has(name) ? quantity(item) : hex(item)]
    }),
  ) as Record<Member, string>
}

function storageOf({ storage }: PastContract): Record<string, string> {
  const word = (value: number) =>
    hex(fromQuantity(BigInt(value)))
      .slice(2)
      .padStart(64, '0')
  return Object.fromEntries(Array.from(storage, ([slot, value]) => [hex(slot), `0x${word(value)}`]))
}

const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`
/** JSON-RPC quantities have no leading zeros. */
const quantity = (bytes: Uint8Array) => `0x${toHex(bytes).replace(/^0+/, '') || '0'}`
