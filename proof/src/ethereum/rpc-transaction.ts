import { concat, equalBytes, fromHex, keccak256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { chainOwnMembers } from './chain-transaction.js'
import { encodeRlp, type RlpItem, toQuantity } from './rlp.js'
import { type RpcObject, type RpcReader, rpcReader } from './rpc.js'

const code = 'transaction'

/**
 * Encodes a transaction as a block's trie holds it, from the JSON of `eth_getBlockByNumber(…, true)`: legacy, EIP-2930,
 * EIP-1559, EIP-4844, EIP-7702, and types of OP-stack chains, Arbitrum, Scroll and Celo.
 * @throws {@link ProofError} `transaction` on any other type, or when the bytes do not hash to `transaction.hash`.
 */
export function encodeRpcTransaction(transaction: RpcObject): Uint8Array {
  const read = rpcReader(transaction, code)
  const type = read.has('type') ? Number(toQuantity(read.quantity('type'))) : 0
  const members = encodeRlp(membersOf(type, read))
  const raw = type === 0 ? members : concat(Uint8Array.of(type), members)
  if (!equalBytes(keccak256(raw), read.bytes('hash', 32))) {
    throw new ProofError(code, 'the transaction does not hash to its ID', 'hash')
  }
  return raw
}

function membersOf(type: number, read: RpcReader): RlpItem[] {
  const { bytes, quantity } = read
  const to = read.has('to') ? bytes('to', 20) : new Uint8Array(0)
  const call = () => [quantity('gas'), to, quantity('value'), bytes('input')]
  const fees = () => [quantity('maxPriorityFeePerGas'), quantity('maxFeePerGas')]
  const signature = () => [quantity(read.has('yParity') ? 'yParity' : 'v'), quantity('r'), quantity('s')]
  const chainAndNonce = () => [quantity('chainId'), quantity('nonce')]
  switch (type) {
    case 0:
      return [quantity('nonce'), quantity('gasPrice'), ...call(), quantity('v'), quantity('r'), quantity('s')]
    case 1:
      return [...chainAndNonce(), quantity('gasPrice'), ...call(), accessList(read), ...signature()]
    case 2:
      return [...chainAndNonce(), ...fees(), ...call(), accessList(read), ...signature()]
    case 3: {
      const blobs = read.texts('blobVersionedHashes').map((hash) => fromHex(hash.slice(2)))
      const blobFee = quantity('maxFeePerBlobGas')
      return [...chainAndNonce(), ...fees(), ...call(), accessList(read), blobFee, blobs, ...signature()]
    }
    case 4:
      return [...chainAndNonce(), ...fees(), ...call(), accessList(read), authorizations(read), ...signature()]
    case 0x7a:
    case 0x7b: {
      // Celo: fees in another currency (CIP-64, CIP-66).
      const limit = type === 0x7a ? [quantity('maxFeeInFeeCurrency')] : []
      const currency = [bytes('feeCurrency', 20), ...limit]
      return [...chainAndNonce(), ...fees(), ...call(), accessList(read), ...currency, ...signature()]
    }
  }
  const members = chainOwnMembers(type, read)
  if (members) return members
  throw new ProofError(code, `transaction type ${type} is not supported`, 'type')
}

function accessList(read: RpcReader): RlpItem {
  if (!read.has('accessList')) return []
  return read.list('accessList').map((entry) => {
    const member = rpcReader(entry, code)
    return [member.bytes('address', 20), member.texts('storageKeys').map((key) => fromHex(key.slice(2)))]
  })
}

function authorizations(read: RpcReader): RlpItem {
  return read.list('authorizationList').map((entry) => {
    const { bytes, quantity, has } = rpcReader(entry, code)
    const parity = quantity(has('yParity') ? 'yParity' : 'v')
    return [quantity('chainId'), bytes('address', 20), quantity('nonce'), parity, quantity('r'), quantity('s')]
  })
}
