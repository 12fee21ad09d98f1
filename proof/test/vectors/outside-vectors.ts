import type { Outcome } from '../../src/finding.js'
import { type ProofAnchor, type ProofDocument, withChecksum } from '../../src/format.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import { transactionTrie } from '../../src/ethereum/trie.js'
import { fromHex, keccak256 } from '../../src/encoding/hash.js'
import { type CheckpointDocument, signCheckpoints } from '../../src/trust/checkpoints.js'
import { BLOCK_TIME, headerOf, hex, seed, sign } from './chain.js'

/** A proof, what its reader knows from outside of it, and the verdict on both. */
export type OutsideCase = {
  readonly name: string
  readonly proof: ProofDocument
  /** `HASH` or `NUMBER:HASH`, as a reader gives it. */
  readonly blockHash?: string
  readonly checkpoints?: CheckpointDocument
  /** Addresses whose lists the reader trusts. */
  readonly signers?: readonly string[]
  readonly outcome: Outcome
  /** Code of the reason for a refusal. */
  readonly code?: string
  /** Codes, in order; none of a refusal. */
  readonly caveats: readonly string[]
}

/** Makes a forgery: the header of one chain, with a state proof, as that of a second chain too. */
export async function ofTwoChains(proof: ProofDocument): Promise<ProofDocument> {
  const anchor = proof.anchors[0]!
  const raw = await sign(0, fromHex(proof.root), 1337)
  const other = {
    ...anchor,
    chain: 'eip155:1337',
    transactionId: hex(decodeTransaction(raw).hash),
    rawTransaction: hex(raw),
  }
  return { ...proof, anchors: [anchor, other] }
}

/** The same proof on other chains: a block of each, one day after the other, all of which the issuer calls public. */
async function on(proof: ProofDocument, ...chainIds: readonly number[]): Promise<ProofDocument> {
  const anchors = chainIds.map(async (chainId, day): Promise<ProofAnchor> => {
    const raw = await sign(0, fromHex(proof.root), chainId)
    const trie = transactionTrie([raw])
    const time = BLOCK_TIME + 86_400 * day
    const header = headerOf(trie.root, 4711, time)
    return {
      ...proof.anchors[0]!,
      chain: `eip155:${chainId}`,
      private: false,
      transactionId: hex(decodeTransaction(raw).hash),
      rawTransaction: hex(raw),
      transactionIndex: 0,
      trieProof: trie.proof(0).map(hex),
      header: hex(header),
      blockHash: hex(keccak256(header)),
      blockTime: new Date(time * 1000).toISOString(),
    }
  })
  return withChecksum({ ...proof, anchors: await Promise.all(anchors) })
}

/** Returns the verdict on a proof that is compared with nothing: its block's chain has a caveat of its own, or none. */
async function alone(name: string, proof: Promise<ProofDocument>, ...ofChain: readonly string[]): Promise<OutsideCase> {
  return { name, proof: await proof, outcome: 'consistent', caveats: ['not-compared', ...ofChain, 'claims', 'no-file'] }
}

const key = seed('checkpoints')

/** A list of three blocks, of which one has this hash and the proof's number. */
function listWith({ chain, blockNumber = 0, blockTime = '' }: ProofDocument['anchors'][0], hash: string) {
  const block = (number: number) => ({ number, hash: hex(seed(`block ${number}`)), time: blockTime })
  return signCheckpoints(
    {
      format: 'tallystick-checkpoints',
      version: 1,
      chain,
      genesisHash: block(0).hash,
      nodes: ['node.example'],
      madeAt: '2026-10-01T00:00:00.000Z',
      blocks: [block(blockNumber - 1), { ...block(blockNumber), hash }, block(blockNumber + 1)],
    },
    key,
  )
}

/** Makes verdicts on proofs whose blocks the reader compares with something. */
export async function outsideVectors(valid: Readonly<Record<string, ProofDocument>>): Promise<OutsideCase[]> {
  const proof = valid['single leaf, single transaction']!
  const anchor = proof.anchors[0]!
  const { blockHash = '', blockNumber = 0 } = anchor
  const other = hex(seed('another block'))
  const always = ['private-chain', 'claims', 'no-file']
  const byHash = ['finality-unknown', ...always]
  const refused = { proof, outcome: 'refused', code: 'block', caveats: [] } as const
  const list = listWith(anchor, blockHash)
  const pinned = { proof, outcome: 'stated', caveats: always } as const
  const pending = valid['not in a block yet']!
  return [
    { name: 'the hash of its block', proof, blockHash, outcome: 'stated', caveats: byHash },
    { name: 'the same, with the number', proof, blockHash: `${blockNumber}:${blockHash}`, outcome: 'stated', caveats: byHash },
    { name: 'the same, with another number', ...refused, blockHash: `${blockNumber + 1}:${blockHash}` },
    { name: 'another hash', ...refused, blockHash: other },
    { name: 'another hash, with the number', ...refused, blockHash: `${blockNumber}:${other}` },
    { name: 'the hash of a block, for a proof in none', ...refused, proof: pending, blockHash },
    { name: 'a list of a trusted signer', ...pinned, checkpoints: list, signers: [list.signer] },
    {
      name: 'a list of anyone',
      proof,
      checkpoints: list,
      outcome: 'consistent',
      caveats: ['not-compared', 'signer-not-pinned', ...always],
    },
    {
      name: 'a list of someone else than the trusted signer',
      proof,
      checkpoints: list,
      signers: [`0x${'11'.repeat(20)}`],
      outcome: 'consistent',
      caveats: ['not-compared', 'signer-not-pinned', ...always],
    },
    { name: 'a list of anyone that has another block', ...refused, checkpoints: listWith(anchor, other) },
    {
      name: 'a list of anyone, and the hash of the block',
      proof,
      blockHash,
      checkpoints: list,
      outcome: 'stated',
      caveats: byHash,
    },
    {
      name: 'the hash of one block, given as one of two chains',
      ...refused,
      proof: withChecksum(await ofTwoChains(valid['state proof']!)),
      blockHash: valid['state proof']!.anchors[0]!.blockHash!,
    },
    await alone('Ethereum', on(proof, 1)),
    await alone('a rollup', on(proof, 8453), 'rollup'),
    await alone('a sidechain', on(proof, 137), 'sidechain'),
    await alone('a test network', on(proof, 11155111), 'test-chain'),
    await alone('a rollup that ended', on(proof, 1101), 'rollup', 'chain-ended'),
    await alone('a number of development nodes that the issuer calls public', on(proof, 31337), 'private-chain'),
    await alone('a chain that the table lacks, which the issuer calls public', on(proof, 4242), 'unknown-chain'),
    await alone('the same with an earlier block, beside Ethereum', on(proof, 4242, 1)),
    await alone('a rollup with an earlier block, beside Ethereum', on(proof, 8453, 1), 'rollup'),
  ]
}
