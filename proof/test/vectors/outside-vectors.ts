import { type ProofDocument, withChecksum } from '../../src/format.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import { fromHex } from '../../src/encoding/hash.js'
import { type CheckpointDocument, signCheckpoints } from '../../src/trust/checkpoints.js'
import { hex, seed, sign } from './chain.js'

/** A proof, what its reader knows from outside of it, and the verdict on both. */
export type OutsideCase = {
  readonly name: string
  readonly proof: ProofDocument
  /** `HASH` or `NUMBER:HASH`, as a reader gives it. */
  readonly blockHash?: string
  readonly checkpoints?: CheckpointDocument
  /** Addresses whose lists the reader trusts. */
  readonly signers?: readonly string[]
  readonly outcome: 'confirmed' | 'consistent' | 'refused'
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
  const pinned = { proof, outcome: 'confirmed', caveats: always } as const
  const pending = valid['not in a block yet']!
  return [
    { name: 'the hash of its block', proof, blockHash, outcome: 'confirmed', caveats: byHash },
    { name: 'the same, with the number', proof, blockHash: `${blockNumber}:${blockHash}`, outcome: 'confirmed', caveats: byHash },
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
      outcome: 'confirmed',
      caveats: byHash,
    },
    {
      name: 'the hash of one block, given as one of two chains',
      ...refused,
      proof: withChecksum(await ofTwoChains(valid['state proof']!)),
      blockHash: valid['state proof']!.anchors[0]!.blockHash!,
    },
  ]
}
