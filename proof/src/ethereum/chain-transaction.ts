import type { RlpItem } from './rlp.js'
import type { RpcReader } from './rpc.js'

/*
 * Transactions that a chain creates itself or takes from the chain below it. They are unsigned, and only stand beside ours in a
 * block: their bytes are needed for its trie.
 */

const none = new Uint8Array(0)

/** Returns the members of such a transaction; undefined when the type is unknown. */
export function chainOwnMembers(type: number, read: RpcReader): RlpItem[] | undefined {
  if (type !== 0x7e) return arbitrum(type, read)
  return read.has('queueIndex') ? scroll(read) : deposit(read)
}

/** An OP-stack deposit (specs.optimism.io, "Deposits"). */
function deposit(read: RpcReader): RlpItem[] {
  const { bytes, quantity, has } = read
  const mint = has('mint') ? quantity('mint') : none
  const isSystem = has('isSystemTx') && read.flag('isSystemTx') ? Uint8Array.of(1) : none
  const call = [quantity('value'), quantity('gas'), isSystem, bytes('input')]
  return [bytes('sourceHash', 32), bytes('from', 20), toOrNone(read, 'to'), mint, ...call]
}

/** A message from layer 1 on Scroll and its relatives, which use the number of OP-stack deposits. */
function scroll(read: RpcReader): RlpItem[] {
  const { bytes, quantity, has } = read
  const sender = bytes(has('sender') ? 'sender' : 'from', 20)
  return [quantity('queueIndex'), quantity('gas'), toOrNone(read, 'to'), quantity('value'), bytes('input'), sender]
}

/** Arbitrum Nitro's own types (docs.arbitrum.io, "Geth at the core"). */
function arbitrum(type: number, read: RpcReader): RlpItem[] | undefined {
  const { bytes, quantity } = read
  const chain = () => quantity('chainId')
  const from = () => bytes('from', 20)
  const fees = () => [quantity('maxFeePerGas'), quantity('gas')]
  const call = () => [toOrNone(read, 'to'), quantity('value'), bytes('input')]
  const request = () => bytes('requestId', 32)
  switch (type) {
    case 0x64:
      return [chain(), request(), from(), bytes('to', 20), quantity('value')]
    case 0x65:
      return [chain(), from(), quantity('nonce'), ...fees(), ...call()]
    case 0x66:
      return [chain(), request(), from(), ...fees(), ...call()]
    case 0x68: {
      const refunds = [bytes('refundTo', 20), quantity('maxRefund'), quantity('submissionFeeRefund')]
      return [chain(), quantity('nonce'), from(), ...fees(), ...call(), bytes('ticketId', 32), ...refunds]
    }
    case 0x69: {
      const retry = [toOrNone(read, 'retryTo'), quantity('retryValue'), bytes('beneficiary', 20)]
      const costs = [quantity('maxSubmissionFee'), bytes('refundTo', 20), bytes('retryData')]
      return [
        chain(),
        request(),
        from(),
        quantity('l1BaseFee'),
        quantity('depositValue'),
        ...fees(),
        ...retry,
        ...costs,
      ]
    }
    case 0x6a:
      return [chain(), bytes('input')]
    default:
      return undefined
  }
}

/** An address; empty when the transaction creates a contract. */
function toOrNone({ has, bytes }: RpcReader, name: string): Uint8Array {
  return has(name) ? bytes(name, 20) : none
}
