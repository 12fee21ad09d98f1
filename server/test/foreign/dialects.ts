import { keccak256 } from '@tallystick/proof'
import { encodeRlp, fromQuantity, type RlpItem } from '@tallystick/proof/ethereum'
import { bytes, type Dialect, type Json, londonEnd, number } from './speaking.js'

const hex = (data: Uint8Array) => `0x${Buffer.from(data).toString('hex')}`
const filled = (length: number, value: number) => new Uint8Array(length).fill(value)
const none = new Uint8Array(0)
const bftMixHash = '0x63746963616c2062797a616e74696e65206661756c7420746f6c6572616e6365'
const validators: RlpItem = [filled(20, 1), filled(20, 2), filled(20, 3), filled(20, 4)]
const seals: RlpItem = [filled(65, 5), filled(65, 6), filled(65, 7)]

/** A chain whose validators seal `extraData` after the header was hashed. */
const sealed = (shownExtra: Uint8Array, hashedExtra: Uint8Array): Dialect => ({
  shown: () => ({ extraData: hex(shownExtra), mixHash: bftMixHash }),
  hashed: (block) => [hashedExtra, ...londonEnd(block).slice(1)],
})

const vanity = filled(32, 9)
const withVanity = (rest: RlpItem) => new Uint8Array([...vanity, ...encodeRlp(rest)])

/** A transaction of the chain's own, as each block begins with. */
function own(type: number, members: RlpItem[], shown: Json): { shown: Json; raw: Uint8Array } {
  const raw = new Uint8Array([type, ...encodeRlp(members)])
  return { raw, shown: { type: `0x${type.toString(16)}`, hash: hex(keccak256(raw)), ...shown } }
}

const arbOs = `0x${'a4b05'.padStart(40, '0')}`
const empty = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** Chains that npm offers no node of, by what sets them apart from anvil's. */
export const dialects: Record<string, Dialect> = {
  'QBFT (Besu, GoQuorum)': sealed(
    encodeRlp([vanity, validators, [], fromQuantity(2n), seals]),
    encodeRlp([vanity, validators, [], none, []]),
  ),
  'IBFT 2.0 (Besu)': sealed(
    encodeRlp([vanity, validators, none, filled(4, 0), seals]),
    encodeRlp([vanity, validators, none]),
  ),
  'IBFT (GoQuorum)': sealed(
    withVanity([validators, filled(65, 8), seals]),
    withVanity([validators, filled(65, 8), []]),
  ),
  'AuRa (OpenEthereum, Nethermind)': {
    shown: (block) => ({
      mixHash: undefined,
      nonce: undefined,
      sealFields: [hex(encodeRlp(number(block.number))), hex(encodeRlp(filled(65, 1)))],
    }),
    hashed: (block) => [bytes(block.extraData), number(block.number), filled(65, 1), number(block.baseFeePerGas)],
  },
  'Avalanche C-Chain': {
    shown: () => ({ extDataHash: empty, extDataGasUsed: '0x0', blockGasCost: '0x61a80', blockExtraData: '0x' }),
    hashed: (block) => [
      ...londonEnd(block).slice(0, 3),
      bytes(block.extDataHash),
      number(block.baseFeePerGas),
      number(block.extDataGasUsed),
      number(block.blockGasCost),
    ],
  },
  'XDC, Viction': {
    shown: () => ({ validators: '0x', validator: hex(filled(65, 3)), penalties: '0x' }),
    hashed: (block) => [...londonEnd(block).slice(0, 3), none, filled(65, 3), none, number(block.baseFeePerGas)],
  },
  'Arbitrum Nitro': {
    shown: () => ({ l1BlockNumber: '0x18ea3d7', sendCount: '0x28aef', sendRoot: hex(filled(32, 4)) }),
    hashed: londonEnd,
    first: (block) => {
      const input = `0x6bf6a42d${String(block.number).slice(2).padStart(64, '0')}`
      const shown = { input, chainId: '0x7a69', from: arbOs, to: arbOs, value: '0x0', gas: '0x0', nonce: '0x0' }
      return own(0x6a, [number('0x7a69'), bytes(input)], shown)
    },
  },
  'OP stack': {
    hashed: londonEnd,
    first: (block) => {
      const sourceHash = hex(keccak256(bytes(block.hash)))
      const from = `0x${'de'.repeat(20)}`
      const call = { sourceHash, from, to: `0x${'42'.repeat(20)}`, value: '0x0', gas: '0xf4240', input: '0x440a5e20' }
      const members = [
        bytes(sourceHash),
        bytes(from),
        bytes(call.to),
        none,
        none,
        number(call.gas),
        none,
        bytes(call.input),
      ]
      return own(0x7e, members, call)
    },
  },
  'Polygon, with its state-sync transactions': {
    hashed: londonEnd,
    last: (block) => {
      const zeros = {
        nonce: '0x0',
        gasPrice: '0x0',
        gas: '0x0',
        value: '0x0',
        input: '0x',
        v: '0x0',
        r: '0x0',
        s: '0x0',
      }
      const nobody = hex(filled(20, 0))
      return { type: '0x0', from: nobody, to: nobody, ...zeros, hash: hex(keccak256(bytes(block.hash))) }
    },
    evidence: 'state',
  },
  'a chain with transactions of its own that nodes keep to themselves': {
    hashed: londonEnd,
    first: (block) => own(0x55, [number(block.number), filled(20, 1)], { from: arbOs }),
    evidence: 'state',
  },
  'a fork with members to come': {
    shown: () => ({ aMember: hex(filled(32, 1)), anotherOne: '0x0', lastly: '0x7' }),
    hashed: (block) => [...londonEnd(block), filled(32, 1), none, fromQuantity(7n)],
  },
}

/** A chain whose block hash is not of an Ethereum header (zkSync, Cosmos EVM, Hedera). */
export const notAHeader: Dialect = { hashed: (block) => [bytes(block.timestamp)] }
