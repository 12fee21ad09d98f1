import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../test/debian.js'
import { runs } from '../../test/tier.js'
import { ANCHOR_SELECTOR } from '../src/anchor.js'
import { concat, fromHex, keccak256, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { decodeHeader } from '../src/ethereum/header.js'
import { decodeTransaction } from '../src/ethereum/transaction.js'
import { transactionTrie } from '../src/ethereum/trie.js'
import { type ProofDocument, withChecksum } from '../src/format.js'
import { readBitcoinHeader } from '../src/ots/bitcoin.js'
import { readOts, varuint } from '../src/ots/codec.js'
import { ETHEREUM_TAG, exportOts, exportOtsTimestamp, readAttestation, TALLYSTICK_TAG } from '../src/ots/export.js'
import { PENDING_TAG, pendingTimestamp } from '../src/ots/pending.js'
import { verifyProof } from '../src/verify.js'
import { account, contract, headerOf, hex, seed } from './vectors/chain.js'

const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const witnessed: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/witnesses-valid.json', import.meta.url), 'utf8'),
)
/** Of SHA-256, on the chain of most vectors. */
const short = Object.entries(valid).filter(
  ([, { hash, anchors }]) => hash.length === 64 && anchors.every(({ chain }) => chain === 'eip155:31337'),
)
let ethereum: ProofDocument

/** Turns a proof of the vectors into one anchored on Ethereum mainnet, in a block with many transactions. */
beforeAll(async () => {
  const proof = valid['access list transaction']!
  const signed = (nonce: number, root: string) =>
    account.signTransaction({
      chainId: 1,
      nonce,
      to: contract as `0x${string}`,
      gas: 80_000n,
      type: 'eip1559',
      maxFeePerGas: 9n,
      data: `0x${ANCHOR_SELECTOR}${root}`,
    })
  const raws = await Promise.all(
    Array.from({ length: 150 }, (_, i) => signed(i, i === 140 ? proof.root : toHex(seed(`other ${i}`)))),
  )
  const transactions = raws.map((raw) => fromHex(raw.slice(2)))
  const trie = transactionTrie(transactions)
  const header = headerOf(trie.root, 4711, 1_790_000_000)
  ethereum = withChecksum({
    ...proof,
    anchors: [
      {
        ...proof.anchors[0]!,
        chain: 'eip155:1',
        network: 'Ethereum',
        private: false,
        transactionId: hex(decodeTransaction(transactions[140]!).hash),
        rawTransaction: hex(transactions[140]!),
        transactionIndex: 140,
        trieProof: trie.proof(140).map(hex),
        header: hex(header),
        blockHash: hex(keccak256(header)),
      },
    ],
  })
  expect(verifyProof(ethereum).failure).toBeUndefined()
})

describe('an .ots file', () => {
  test.each(short)('leads from the digest to the root and its transaction: %s', (_, proof) => {
    const { digest, findings } = readOts(exportOts(proof))
    expect(toHex(digest)).toBe(proof.hash)
    const [anchor] = proof.anchors
    const [found] = findings
    expect(findings).toHaveLength(1)
    expect([toHex(found!.tag), toHex(found!.message)]).toEqual([TALLYSTICK_TAG, proof.root])
    const { blockHash, blockNumber, transactionId } = anchor!
    const block = blockHash === undefined ? {} : { block: { hash: blockHash, number: blockNumber } }
    expect(readAttestation(found!.payload)).toEqual({ chainId: 31337n, transactionId, ...block })
  })

  test('of Ethereum also leads to the block header', () => {
    const { findings } = readOts(exportOts(ethereum))
    expect(findings.map(({ tag }) => toHex(tag))).toEqual([TALLYSTICK_TAG, ETHEREUM_TAG])
    const { transactionsRoot } = decodeHeader(fromHex(ethereum.anchors[0]!.header!.slice(2)))
    expect(findings[1]).toMatchObject({ message: transactionsRoot, payload: varuint(4711) })
  })

  test('also leads to what calendars attested, through the tree that they witnessed', () => {
    const { hash, witnesses } = witnessed['a calendar']!
    const { digest, findings } = readOts(exportOts(witnessed['a calendar']!))
    expect(toHex(digest)).toBe(hash)
    expect(findings.map(({ tag }) => toHex(tag))).toEqual([TALLYSTICK_TAG, '0588960d73d71901'])
    expect(toHex(findings[1]!.message)).toBe(witnesses![0]!.root)
  })

  test("ends in the calendar's answer for its digest, on Ethereum with the block header", () => {
    const file = exportOts(ethereum)
    const answer = exportOtsTimestamp(ethereum)
    expect(file.subarray(-answer.length)).toEqual(answer)
    expect(toHex(file.subarray(0, -answer.length)).endsWith(ethereum.hash)).toBe(true)
  })

  test('of a new digest holds a pending attestation until the calendar completes it', () => {
    const nonce = Uint8Array.of(1, 2, 3)
    const digest = fromHex(ethereum.hash)
    const start = exportOts(ethereum).subarray(0, -exportOtsTimestamp(ethereum).length)
    const { findings } = readOts(concat(start, pendingTimestamp(nonce, 'https://a.example')))
    const url = utf8('https://a.example')
    expect(findings).toEqual([
      {
        tag: fromHex(PENDING_TAG),
        payload: concat(varuint(url.length), url),
        message: sha256(concat(digest, nonce)),
      },
    ])
  })

  test('is exported for SHA-256 digests only', () => {
    const other = Object.values(valid).filter(({ hash }) => hash.length !== 64)
    expect(other.length).toBeGreaterThan(1)
    for (const proof of other) expect(() => exportOts(proof)).toThrow('needs a SHA-256 digest')
  })

  test('is refused when damaged, or at least reads differently', () => {
    const whole = exportOts(ethereum)
    const said = JSON.stringify(readOts(whole))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        try {
          expect(JSON.stringify(readOts(whole.with(at, whole[at]! ^ bits)))).not.toBe(said)
        } catch (error) {
          if (!(error instanceof ProofError)) throw error
        }
      }),
      { numRuns: runs(500) },
    )
    for (let length = 0; length < whole.length; length += 7) {
      expect(() => readOts(whole.subarray(0, length))).toThrow(ProofError)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readOts(bytes)).toThrow(ProofError)
      }),
    )
  })
})

describe('the reference implementation in Debian', async () => {
  const python = await debianPrograms(['python3-opentimestamps'])
  /** Prints what it reads in a file: the digest and, for each attestation, type, message, and payload or height. */
  const script = `
import sys, json
from opentimestamps.core.timestamp import DetachedTimestampFile
from opentimestamps.core.serialize import StreamDeserializationContext, BytesSerializationContext
with open(sys.argv[1], 'rb') as f:
    detached = DetachedTimestampFile.deserialize(StreamDeserializationContext(f))
again = BytesSerializationContext()
detached.serialize(again)
print(json.dumps({
  'digest': detached.file_digest.hex(),
  'same': again.getbytes() == open(sys.argv[1], 'rb').read(),
  'attestations': [[type(a).__name__, m.hex(), a.payload.hex() if hasattr(a, 'payload') else a.height]
                   for m, a in detached.timestamp.all_attestations()]}))`
  const read = ({ path, env }: DebianPrograms, bytes: Uint8Array) => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-ots-'))
    try {
      writeFileSync(join(folder, 'proof.ots'), bytes)
      return JSON.parse(
        execFileSync(path('python3'), ['-c', script, join(folder, 'proof.ots')], { env, encoding: 'utf8' }),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test.skipIf(!python).each(short)(`reads and writes the same (${noDebian}): %s`, (_, proof) => {
    const found = read(python!, exportOts(proof))
    const payload = toHex(readOts(exportOts(proof)).findings[0]!.payload)
    expect(found).toEqual({
      digest: proof.hash,
      same: true,
      attestations: [['UnknownAttestation', proof.root, payload]],
    })
  })

  test.skipIf(!python)('reads the same of a Bitcoin header, and checks its work in the same way', () => {
    const real =
      '000000201929eb850a74427d0440cf6b518308837566cd6d0662790000000000000000001f6231ed3de07345b607ec2a39b2d01bec2fe10dfb7f516ba4958a42691c95316d0a385a459600185599fc5c'
    const library = `
import sys
from bitcoin.core import CBlockHeader, CheckBlockHeader, b2lx
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
header = CBlockHeader.deserialize(bytes.fromhex(sys.argv[1]))
CheckBlockHeader(header)
time = BitcoinBlockHeaderAttestation(500000).verify_against_blockheader(bytes.fromhex(sys.argv[2]), header)
print(b2lx(header.GetHash()), time)`
    const { path, env } = python!
    const { hash, merkleRoot, time } = readBitcoinHeader(fromHex(real))
    const run = (hex: string) =>
      execFileSync(path('python3'), ['-c', library, hex, toHex(merkleRoot)], { env, encoding: 'utf8', stdio: 'pipe' })
    expect(run(real).trim()).toBe(`${hash} ${Date.parse(time) / 1000}`)
    const other = `${real.slice(0, -2)}5d`
    expect(() => run(other)).toThrow('CheckProofOfWork')
    expect(() => readBitcoinHeader(fromHex(other))).toThrow('does not have the work')
  })

  test.skipIf(!python)('finds the same block header on Ethereum', () => {
    const { digest, same, attestations } = read(python!, exportOts(ethereum))
    expect([digest, same]).toEqual([ethereum.hash, true])
    const { transactionsRoot } = decodeHeader(fromHex(ethereum.anchors[0]!.header!.slice(2)))
    expect(attestations).toContainEqual(['EthereumBlockHeaderAttestation', toHex(transactionsRoot), 4711])
  })
})
