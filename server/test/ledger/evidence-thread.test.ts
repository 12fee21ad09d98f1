import { keccak256, ProofError } from '@tallystick/proof'
import { decodeRlp, encodeRlp, transactionTrie } from '@tallystick/proof/ethereum'
import { describe, expect, it } from 'vitest'
import { evidenceInBlock, type RpcBlock } from '../../src/chain/block-evidence.js'
import { gatherAside } from '../../src/chain/evidence-thread.js'
import { hexOf } from '../../src/chain/hex.js'
import { signerOf, signTransaction } from '../../src/chain/sign.js'
import { expectShortTurns } from '../turns.js'

const signer = signerOf(Buffer.alloc(32, 7))
const fees = { maxFeePerGas: 9, maxPriorityFeePerGas: 1 }
const quantity = (value: number | bigint) => `0x${value.toString(16)}`
const ask = async () => ({ refusal: 'asked for nothing' })

/** A block of one sender's transactions, as a node gives it. */
function blockOf(count: number) {
  const raws = Array.from({ length: count }, (_, nonce) => {
    const to = Buffer.alloc(20, 1)
    return signTransaction({ chainId: 5, nonce, gas: 50_000, to, data: Buffer.alloc(36, nonce), ...fees }, signer)
  })
  const transactions = raws.map(({ raw, hash }, nonce) => {
    const members = decodeRlp(raw.subarray(1)) as Uint8Array[]
    const [parity, r, s] = members.slice(-3).map((one) => `0x${Buffer.from(one).toString('hex') || '0'}`)
    return {
      type: '0x2',
      hash: hexOf(hash),
      chainId: '0x5',
      nonce: quantity(nonce),
      gas: quantity(50_000),
      to: `0x${'01'.repeat(20)}`,
      value: '0x0',
      input: hexOf(Buffer.alloc(36, nonce)),
      maxFeePerGas: '0x9',
      maxPriorityFeePerGas: '0x1',
      accessList: [],
      yParity: parity,
      r,
      s,
    }
  })
  const root = transactionTrie(raws.map(({ raw }) => raw)).root
  const zero = (bytes: number) => Buffer.alloc(bytes)
  const header = [zero(32), zero(32), zero(20), zero(32), root, zero(32), zero(256)]
  const numbers = [Buffer.alloc(0), Buffer.from([9]), Buffer.from([5]), Buffer.from([4]), Buffer.from([3])]
  const tail = [Buffer.alloc(0), zero(32), zero(8)]
  const block = {
    parentHash: hexOf(zero(32)),
    sha3Uncles: hexOf(zero(32)),
    miner: hexOf(zero(20)),
    stateRoot: hexOf(zero(32)),
    transactionsRoot: hexOf(root),
    receiptsRoot: hexOf(zero(32)),
    logsBloom: hexOf(zero(256)),
    difficulty: '0x0',
    number: '0x9',
    gasLimit: '0x5',
    gasUsed: '0x4',
    timestamp: '0x3',
    extraData: '0x',
    mixHash: hexOf(zero(32)),
    nonce: hexOf(zero(8)),
    transactions,
    hash: hexOf(keccak256(encodeRlp([...header, ...numbers, ...tail]))),
  }
  return { block: block as unknown as RpcBlock, raws: raws.map(({ raw }) => raw) }
}

describe('a block with hundreds of transactions', () => {
  const { block, raws } = blockOf(600)
  const ours = raws.map((raw, index) => ({ index, raw }))

  it('gives the same evidence in a thread as in the main one', async () => {
    expect(await gatherAside(ask, block, ours.slice(0, 50))).toEqual(
      await evidenceInBlock(ask, block, ours.slice(0, 50)),
    )
  })

  it('is checked without blocking the event loop', async () => {
    await expectShortTurns(() => gatherAside(ask, block, ours))
  })

  it('is refused with the same message', async () => {
    const other = ours.map(({ index }) => ({ index, raw: raws[0]! }))
    expect(await gatherAside(ask, block, other)).toEqual({ strangerAt: 1 })
    const altered = { ...block, timestamp: '0x4' } as RpcBlock
    const refused = gatherAside(ask, altered, ours)
    await expect(refused).rejects.toThrow(ProofError)
    await expect(refused).rejects.toMatchObject({ code: 'header' })
  })

  it('asks the node through the service', async () => {
    const [first, ...others] = block.transactions as Record<string, unknown>[]
    const unknown = { ...block, transactions: [...others.slice(0, 40), { ...first, type: '0x42' }] } as RpcBlock
    const asked: string[] = []
    const outcome = await gatherAside(
      async (method) => {
        asked.push(method)
        return { refusal: 'no' }
      },
      unknown,
      [{ index: 0, raw: raws[1]! }],
    )
    expect(outcome).toMatchObject({ lacking: expect.stringContaining('does not give its bytes') })
    expect(asked).toEqual(expect.arrayContaining(['eth_getRawTransactionByHash', 'debug_getRawTransaction']))
  })
})
