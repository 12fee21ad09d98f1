import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concat, sha256 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { decodeHeader } from '../src/ethereum/header.js'
import { decodeRlp, encodeRlp, toList } from '../src/ethereum/rlp.js'
import { encodeRpcHeader } from '../src/ethereum/rpc-header.js'
import { encodeRpcTransaction } from '../src/ethereum/rpc-transaction.js'
import { addressText, decodeTransaction } from '../src/ethereum/transaction.js'
import { transactionTrie, verifyTrieProof } from '../src/ethereum/trie.js'
import { type Anvil, type RpcJson, startAnvil } from './anvil.js'
import { chainBytes } from './signed.js'

type Block = RpcJson & {
  hash: string
  number: string
  timestamp: string
  transactionsRoot: string
  transactions: RpcJson[]
}

const accounts = Array.from({ length: 10 }, (_, addressIndex) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }),
)
/** The point at infinity is commitment and proof of a blob of zeros, so no trusted setup is needed. */
const infinity = concat(Uint8Array.of(0xc0), new Uint8Array(47))
const versionedHash = `0x01${toHex(sha256(infinity)).slice(2)}` as const
const to = `0x${'77'.repeat(20)}` as const
const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

type Kind = 'legacy' | 'early' | 'create' | 'eip2930' | 'eip1559' | 'eip4844' | 'eip7702'

async function signed(kind: Kind, sender: number, nonce: number): Promise<string> {
  const account = accounts[sender]!
  const call = {
    chainId: 31337,
    nonce,
    to,
    gas: 120_000n,
    value: BigInt(nonce),
    data: `0x${'ab'.repeat(nonce % 70)}`,
  } as const
  const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`, `0x${'00'.repeat(32)}`] }] as const
  switch (kind) {
    case 'legacy':
      return account.signTransaction({ ...call, type: 'legacy', gasPrice: 20_000_000_000n })
    case 'early': {
      const { chainId: _, ...unbound } = call
      return account.signTransaction({ ...unbound, type: 'legacy', gasPrice: 20_000_000_000n })
    }
    case 'create':
      return account.signTransaction({ ...call, to: undefined, value: 0n, type: 'eip1559', ...fees, data: '0x00' })
    case 'eip2930':
      return account.signTransaction({ ...call, type: 'eip2930', gasPrice: 20_000_000_000n, accessList })
    case 'eip1559':
      return account.signTransaction({ ...call, type: 'eip1559', ...fees })
    case 'eip7702': {
      const authorized = accounts[9]!
      const authorization = await authorized.signAuthorization!({ contractAddress: to, chainId: 31337, nonce })
      return account.signTransaction({ ...call, type: 'eip7702', ...fees, authorizationList: [authorization] })
    }
    case 'eip4844': {
      const blob = { blobVersionedHashes: [versionedHash], maxFeePerBlobGas: 10n ** 10n }
      const raw = await account.signTransaction({ ...call, type: 'eip4844', ...fees, ...blob } as never)
      const inner = toList(decodeRlp(chainBytes(raw).subarray(1)))
      const network = encodeRlp([inner, [new Uint8Array(131072)], [infinity], [infinity]])
      return `0x03${toHex(network)}`
    }
  }
}

/** Mines all pending transactions as one block and checks that every byte of it can be rebuilt from the JSON. */
async function minedAndChecked(anvil: Anvil): Promise<{ block: Block; raws: Uint8Array[] }> {
  await anvil.rpc('evm_mine')
  const block = await anvil.rpc<Block>('eth_getBlockByNumber', ['latest', true])
  const rlp = encodeRpcHeader(block)
  const header = decodeHeader(rlp)
  expect(`0x${toHex(header.hash)}`).toBe(block.hash)
  expect(header.number).toBe(Number(block.number))
  expect(header.time).toBe(Number(block.timestamp))
  expect(`0x${toHex(header.transactionsRoot)}`).toBe(block.transactionsRoot)
  expect(`0x${toHex(header.parentHash)}`).toBe(block.parentHash)
  const raws = block.transactions.map(encodeRpcTransaction)
  const trie = transactionTrie(raws)
  expect(`0x${toHex(trie.root)}`).toBe(block.transactionsRoot)
  for (const [index, raw] of raws.entries()) {
    expect(verifyTrieProof(header.transactionsRoot, index, trie.proof(index))).toEqual(raw)
    expect(addressText(decodeTransaction(raw).sender)).toBe(block.transactions[index]?.from)
  }
  return { block, raws }
}

describe.each([
  ['cancun', ['legacy', 'early', 'create', 'eip2930', 'eip1559'], 3],
  ['prague', ['legacy', 'early', 'create', 'eip2930', 'eip1559', 'eip7702'], 4],
] as const)('a block of a real node, %s', (hardfork, common, blobs) => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil(hardfork, '--gas-limit', '300000000')
  })
  afterAll(() => anvil?.stop())

  test('is rebuilt from JSON with hundreds of transactions of all common types', async () => {
    const kinds = Array.from({ length: 480 }, (_, i) => common[i % common.length]!)
    const next = accounts.map(() => 0)
    const raws = await Promise.all(kinds.map((kind, i) => signed(kind, i % 8, next[i % 8]!++)))
    for (let i = 0; i < raws.length; i += 60) {
      await anvil.batch(
        'eth_sendRawTransaction',
        raws.slice(i, i + 60).map((raw) => [raw]),
      )
    }
    const { block, raws: mined } = await minedAndChecked(anvil)
    expect(new Set(mined.map((raw) => `0x${toHex(raw)}`))).toEqual(new Set(raws))
    const types = new Set(block.transactions.map(({ type }) => type))
    expect([...types].sort()).toEqual(['0x0', '0x1', '0x2', ...(hardfork === 'prague' ? ['0x4'] : [])])
  })

  test('is rebuilt with blob transactions in block form', async () => {
    const raws = await Promise.all(Array.from({ length: blobs }, (_, nonce) => signed('eip4844', 8, nonce)))
    for (const raw of raws) await anvil.rpc('eth_sendRawTransaction', [raw])
    await anvil.rpc('evm_mine')
    const block = await anvil.rpc<Block>('eth_getBlockByNumber', ['latest', true])
    expect(decodeHeader(encodeRpcHeader(block)).number).toBe(Number(block.number))
    const mined = block.transactions.map((transaction) => toHex(encodeRpcTransaction(transaction)))
    expect(mined).toEqual(raws.map((raw) => toHex(decodeTransaction(chainBytes(raw)).canonical)))
    // Contrary to EIP-4844, this node computes the root over the network form, blobs included. Fails here if that changes.
    expect(`0x${toHex(transactionTrie(raws.map(chainBytes)).root)}`).toBe(block.transactionsRoot)
  })

  test('is rebuilt without transactions', async () => {
    expect((await minedAndChecked(anvil)).raws).toHaveLength(0)
  })

  test('is refused when a member was changed', async () => {
    const block = await anvil.rpc<Block>('eth_getBlockByNumber', ['0x1', true])
    const [transaction] = block.transactions
    expect(() => encodeRpcHeader({ ...block, timestamp: '0x1' })).toThrow(ProofError)
    expect(() => encodeRpcHeader({ ...block, baseFeePerGas: undefined })).toThrow(ProofError)
    expect(() => encodeRpcHeader({ ...block, logsBloom: '0x00' })).toThrow('logsBloom')
    expect(() => encodeRpcHeader({ ...block, hash: `0x${'00'.repeat(32)}` })).toThrow(ProofError)
    expect(() => encodeRpcTransaction({ ...transaction, nonce: '0x777' })).toThrow(ProofError)
    expect(() => encodeRpcTransaction({ ...transaction, from: to, input: '0x01' })).toThrow(ProofError)
  })
})

test.each(['berlin', 'london', 'paris', 'shanghai', 'osaka'])(
  'a header of a real node is rebuilt from JSON, %s',
  async (hardfork) => {
    const anvil = await startAnvil(hardfork)
    try {
      for (let nonce = 0; nonce < 3; nonce++)
        await anvil.rpc('eth_sendRawTransaction', [await signed('legacy', 0, nonce)])
      expect((await minedAndChecked(anvil)).raws).toHaveLength(3)
      expect((await minedAndChecked(anvil)).raws).toHaveLength(0)
    } finally {
      await anvil.stop()
    }
  },
)

test('a header is refused when truncated or when a member has the wrong length', () => {
  expect(() => decodeHeader(encodeRlp([new Uint8Array(32)]))).toThrow(ProofError)
  const lengths = [32, 32, 20, 32, 32, 32, 256, 0, 0, 0, 0, 0, 0, 32, 8]
  const members = lengths.map((length) => new Uint8Array(length))
  expect(decodeHeader(encodeRlp(members)).number).toBe(0)
  lengths.slice(0, 12).forEach((length, i) => {
    if (length > 0)
      expect(() => decodeHeader(encodeRlp(members.with(i, new Uint8Array(length + 1))))).toThrow(ProofError)
  })
  expect(() => decodeHeader(encodeRlp(members.with(8, Uint8Array.of(0, 1))))).toThrow(ProofError)
  expect(() => decodeHeader(encodeRlp(members.with(11, new Uint8Array(8).fill(255))))).toThrow('out of range')
  expect(() => decodeHeader(new Uint8Array(3))).toThrow(ProofError)
})
