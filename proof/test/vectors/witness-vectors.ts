import {
  type ProofAnchor,
  type ProofDocument,
  type ProofRecord,
  type ProofWitness,
  withChecksum,
} from '../../src/format.js'
import { fromHex, keccak256, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { inclusionPath, merkleRoot } from '../../src/merkle.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import { transactionTrie } from '../../src/ethereum/trie.js'
import { encodeOts } from '../../src/ots/codec.js'
import { witnessLeaf } from '../../src/witness-leaf.js'
import { account, BLOCK_TIME, contract, headerOf, hex, seed, sign } from './chain.js'

type Place = Pick<ProofWitness, 'leafIndex' | 'treeSize' | 'path' | 'root'>

/** A tree over the roots of batches, with that of the proof at an index. */
function placeOf(proof: ProofDocument, treeSize: number, leafIndex: number): Place {
  const leaves = Array.from({ length: treeSize }, (_, i) => witnessLeaf(seed(`batch ${i}`)))
  leaves[leafIndex] = witnessLeaf(fromHex(proof.root))
  return {
    leafIndex,
    treeSize,
    path: inclusionPath(leaves, leafIndex).map(toHex),
    root: toHex(merkleRoot(leaves)),
  }
}

/** Any bytes: what is in a token is for the holder of the certificates to find out. */
const token = toHex(utf8('tallystick vectors: not a timestamp token'))

const authority = (place: Place): ProofWitness => ({ kind: 'rfc3161', ...place, authority: 'tsa.example', token })

/** A batch with the digest of a token in second place. */
async function recordOf(hex: string, treeSize: number, state: 'submitted' | 'final' = 'final'): Promise<ProofRecord> {
  const leaves = Array.from({ length: treeSize }, (_, i) => seed(`entry ${i}`))
  const leafIndex = Math.min(1, treeSize - 1)
  leaves[leafIndex] = witnessLeaf(sha256(fromHex(hex)))
  const root = merkleRoot(leaves)
  const path = inclusionPath(leaves, leafIndex).map(toHex)
  return { leafIndex, treeSize, path, root: toHex(root), anchors: [await anchorOf(root, state)] }
}

function calendar(place: Place, digest = fromHex(place.root)): ProofWitness {
  // A Bitcoin block header attestation of height 4711.
  const attestation = { tag: fromHex('0588960d73d71901'), payload: Uint8Array.of(2, 0xe7, 0x24) }
  const timestamp = { attestations: [attestation], branches: [] }
  return { kind: 'opentimestamps', ...place, calendar: 'calendar.example', ots: toHex(encodeOts(digest, timestamp)) }
}

/** The transaction that anchors a root, in a block of its own or in none. */
async function anchorOf(root: Uint8Array, state: 'submitted' | 'final'): Promise<ProofAnchor> {
  const raw = await sign(3, root)
  const trie = transactionTrie([raw])
  const header = headerOf(trie.root, 9000, BLOCK_TIME + 3600)
  const block = {
    transactionIndex: 0,
    trieProof: trie.proof(0).map(hex),
    header: hex(header),
    blockHash: hex(keccak256(header)),
    blockNumber: 9000,
    blockTime: new Date((BLOCK_TIME + 3600) * 1000).toISOString(),
  }
  return {
    chain: 'eip155:31337',
    network: 'Another chain',
    private: false,
    contract,
    notary: account.address.toLowerCase(),
    transactionId: hex(decodeTransaction(raw).hash),
    rawTransaction: hex(raw),
    ...(state === 'submitted' ? {} : block),
    state,
  }
}

const chain = async (place: Place, state: 'submitted' | 'final' = 'final'): Promise<ProofWitness> => {
  return { kind: 'chain', ...place, anchor: await anchorOf(fromHex(place.root), state) }
}

/** Makes proofs with witnesses, valid ones and ones with one change each. */
export async function witnessVectors(proofs: Readonly<Record<string, ProofDocument>>) {
  const base = proofs['single leaf, single transaction']!
  const given = (...witnesses: object[]) => withChecksum({ ...base, witnesses } as unknown as ProofDocument)
  const [one, five] = [placeOf(base, 1, 0), placeOf(base, 5, 3)]
  const waiting = proofs['not in a block yet']!
  const valid = {
    'an authority, a tree of one': given(authority(one)),
    'a calendar': given(calendar(five)),
    'another chain': given(await chain(five)),
    'another chain, not in a block yet': given(await chain(five, 'submitted')),
    'one of each kind, of different trees': given(authority(one), calendar(five), await chain(placeOf(base, 600, 599))),
    sixteen: given(...Array.from({ length: 16 }, () => authority(five))),
    'an authority before there is a block': withChecksum({ ...waiting, witnesses: [authority(placeOf(waiting, 2, 1))] }),
    'a recorded token': given({ ...authority(one), recorded: await recordOf(token, 1) }),
    'a recorded token among others, its batch in no block yet': given({
      ...authority(five),
      recorded: await recordOf(token, 3, 'submitted'),
    }),
  }
  const flip = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  const other = await anchorOf(seed('another root'), 'final')
  const { blockHash: _, ...incomplete } = await anchorOf(fromHex(five.root), 'final')
  const cases: Record<string, readonly [code: string, document: object]> = {
    'an empty list': ['malformed', given()],
    seventeen: ['malformed', given(...Array.from({ length: 17 }, () => authority(one)))],
    'an unknown kind': ['malformed', given({ ...authority(one), kind: 'notary' })],
    'a member of another kind': ['malformed', given({ ...authority(one), calendar: 'x' })],
    'a token of no bytes': ['malformed', given({ ...authority(one), token: '' })],
    'upper case hex in a token': ['malformed', given({ ...authority(one), token: 'AB' })],
    'a control character in a name': ['malformed', given({ ...authority(one), authority: 'a\u001b[2J' })],
    'another root of the tree': ['root', given({ ...authority(five), root: flip(five.root) })],
    'another node in the path': ['root', given({ ...authority(five), path: five.path.map(flip) })],
    'another index': ['root', given({ ...authority(five), leafIndex: 2 })],
    'an index beyond the tree': ['tree', given({ ...authority(five), leafIndex: 5 })],
    'the path of another proof': ['root', given(authority(placeOf(waiting, 5, 3)))],
    'an .ots file about something else': ['digest', given(calendar(five, seed('something else')))],
    'an .ots file that ends too early': ['digest', given({ ...calendar(five), ots: '00' })],
    'a transaction for another root': ['anchor', given({ ...(await chain(five)), anchor: other })],
    'an anchor without its block': ['malformed', given({ ...(await chain(five)), anchor: incomplete })],
  }
  const list = Object.entries({ ...cases, ...(await recordCases(one, five)) }).map(([name, [code, proof]]) => ({ name, code, proof }))
  const unsigned = { ...valid['a calendar'], witnesses: [{ ...calendar(five), calendar: 'other.example' }] }
  const name = 'changed name of a calendar, checksum not updated'
  return {
    'witnesses-valid.json': valid,
    'witnesses-invalid.json': [...list, { name, code: 'malformed', proof: unsigned }],
  }

  /** Records with one change each. */
  async function recordCases(one: Place, five: Place): Promise<typeof cases> {
    const recorded = await recordOf(token, 3)
    const other = await recordOf(`${token}00`, 3)
    const [anchor] = recorded.anchors
    const { blockHash: _, ...incomplete } = anchor!
    const changed = (change: object) => given({ ...authority(five), recorded: { ...recorded, ...change } })
    return {
      'a record of another token': ['root', given({ ...authority(one), recorded: other })],
      'a record with another index': ['root', changed({ leafIndex: 0 })],
      'a record with an index beyond its tree': ['tree', changed({ leafIndex: 3 })],
      'a record with another root': ['root', changed({ root: other.root })],
      'a record with the transaction of another root': ['anchor', changed({ anchors: other.anchors })],
      'a record without anchors': ['malformed', changed({ anchors: [] })],
      'a record whose anchor lacks its block': ['malformed', changed({ anchors: [incomplete] })],
      'a record with an unknown member': ['malformed', changed({ kind: 'batch' })],
      'a record that is no object': ['malformed', given({ ...authority(one), recorded: [] })],
      'a record beside the file of a calendar': ['malformed', given({ ...calendar(five), recorded })],
    }
  }
}
