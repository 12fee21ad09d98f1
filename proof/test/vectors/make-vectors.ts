/*
 * Makes the published vectors. Everything derives from fixed seeds, so the files change only when the code does.
 */
import { commitment } from '../../src/commitment.js'
import { type ProofDocument, type ProofKind, type ProofState, withChecksum } from '../../src/format.js'
import { keccak256, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { canonicalize, type JsonValue } from '../../src/encoding/jcs.js'
import { inclusionPath, leafHash, merkleRoot } from '../../src/merkle.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import { transactionTrie } from '../../src/ethereum/trie.js'
import { account, BLOCK_TIME, contract, headerOf, hex, seed, sign } from './chain.js'
import { checkpointVectors } from './checkpoint-vectors.js'
import { findingVectors } from './finding-vectors.js'
import { manifestVectors } from './manifest-vectors.js'
import { oddTries, ofChainZero } from './odd-anchors.js'
import { outsideVectors, ofTwoChains } from './outside-vectors.js'
import { vectorCopy } from './stamped-copy.js'
import { accountOf } from './state.js'
import { type ProvenState, storedAt, storedForgeries } from './stored.js'
import { witnessVectors } from './witness-vectors.js'

function merkle() {
  const sizes = [1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 257, 600, 1025]
  const trees = sizes.map((size) => {
    const leaves = Array.from({ length: size }, (_, i) => seed(`leaf ${i}`))
    const indexes = [...new Set([0, 1, size >> 1, size - 1])].filter((index) => index < size).sort((a, b) => a - b)
    const paths = indexes.map((index) => ({ index, path: inclusionPath(leaves, index).map(toHex) }))
    return { size, root: toHex(merkleRoot(leaves)), paths }
  })
  const leafCases = [32, 48, 64].map((bytes) => {
    const digest = new Uint8Array(bytes).map((_, i) => i)
    const committed = seed(`commitment ${bytes}`)
    return { digest: toHex(digest), commitment: toHex(committed), leaf: toHex(leafHash(digest, committed)) }
  })
  return { leafSeed: 'SHA-256("tallystick vectors: leaf " + index)', leaves: leafCases, trees }
}

function jcs() {
  const values = [
    {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    },
    {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      דּ: 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    },
    [0, -0, 1e21, 1e-7, 9007199254740991, 5e-324, 1.7976931348623157e308],
    [],
    {},
    { b: { d: [], c: {} }, a: '' },
    'text',
    null,
  ]
  const salt = seed('salt').subarray(0, 16)
  return values.map((value) => ({
    value,
    canonical: canonicalize(value),
    salt: toHex(salt),
    commitment: toHex(commitment(salt, value)),
  }))
}

async function trie() {
  const counts = [0, 1, 2, 3, 127, 128, 129, 200, 300]
  const transactions = await Promise.all(Array.from({ length: 300 }, (_, i) => sign(i, seed(`root ${i}`))))
  return {
    transactions: transactions.map(hex),
    blocks: counts.map((count) => {
      const built = transactionTrie(transactions.slice(0, count))
      const indexes = [...new Set([0, 1, 127, 128, count - 1])].filter((index) => index >= 0 && index < count)
      const proofs = indexes.sort((a, b) => a - b).map((index) => ({ index, proof: built.proof(index).map(hex) }))
      return { count, transactionsRoot: hex(built.root), proofs }
    }),
  }
}

type Details = Readonly<Record<string, JsonValue>>

/** A proof to make: its leaf's index in the tree, its transaction's position in the block. */
type ProofPlan = {
  readonly size: number
  readonly leafIndex: number
  readonly digestBytes: number
  readonly state: ProofState
  readonly blockSize: number
  readonly position: number
  readonly erased: boolean
  readonly kind?: ProofKind
  readonly details?: Details
  readonly digest?: Uint8Array
  /** Number of the chain; the vectors' private one by default. */
  readonly chainId?: number
  /** The state after the block, which then has the evidence in place of the transactions. */
  readonly stored?: (root: Uint8Array) => Promise<ProvenState>
}

const stampDetails = { fileName: 'Übersicht 2026.pdf', metadata: { pages: 12, tags: ['a', 'b'] } }

async function proof(plan: ProofPlan): Promise<ProofDocument> {
  const { size, leafIndex, digestBytes, state, blockSize, position, erased, kind = 'stamp', chainId = 31337, ...own } = plan
  const code = `VEC${size}X${leafIndex}`
  const salt = seed(`salt ${code}`).subarray(0, 16)
  const details = { code, ...(own.details ?? stampDetails) }
  const anyDigest = new Uint8Array([...seed(`digest ${code}`), ...seed(`more ${code}`)]).subarray(0, digestBytes)
  const digest = own.digest ?? anyDigest
  const committed = commitment(salt, details)
  const leaves = Array.from({ length: size }, (_, i) => seed(`other leaf ${i}`))
  leaves[leafIndex] = leafHash(digest, committed)
  const root = merkleRoot(leaves)
  const transactions = await Promise.all(
    Array.from({ length: blockSize }, (_, i) => sign(i, i === position ? root : seed(`root ${i}`), chainId)),
  )
  const built = transactionTrie(transactions)
  const stored = await plan.stored?.(root)
  const header = headerOf(built.root, 4711, BLOCK_TIME, stored?.stateRoot)
  const inBlock = { transactionIndex: position, trieProof: built.proof(position).map(hex) }
  const block = {
    ...(stored === undefined ? inBlock : { stateProof: stored.stateProof }),
    header: hex(header),
    blockHash: hex(keccak256(header)),
    blockNumber: 4711,
    blockTime: new Date(BLOCK_TIME * 1000).toISOString(),
  }
  return withChecksum({
    format: 'tallystick-proof',
    version: 1,
    hash: toHex(digest),
    kind,
    code,
    ...(erased ? {} : { salt: toHex(salt), details }),
    commitment: toHex(committed),
    leafIndex,
    treeSize: size,
    path: inclusionPath(leaves, leafIndex).map(toHex),
    root: toHex(root),
    state,
    anchors: [
      {
        chain: `eip155:${chainId}`,
        network: 'Tallystick vectors',
        private: chainId === 31337,
        contract,
        notary: account.address.toLowerCase(),
        transactionId: hex(decodeTransaction(transactions[position]!).hash),
        rawTransaction: hex(transactions[position]!),
        ...(state === 'submitted' ? {} : block),
        state,
      },
    ],
  })
}

const vectorId = '01920f2a-7c00-7000-8000-000000000001'
/** The content of the vectors' files. */
export const vectorFile = 'tallystick vectors: the content of a file'
const vectorDetails = { id: vectorId, fileName: 'Übersicht.txt', version: 1, createdAt: '2026-09-21T11:59:59.000Z' }
const vectorChange = { action: 'created', folderId: vectorId, folderName: 'Verträge', at: '2026-09-21T11:59:59.000Z' }

/** The content of a file on a public chain, and of the same leaf on a private one too. */
async function publicProofs(plain: Omit<ProofPlan, 'size' | 'leafIndex'>) {
  const content = utf8(vectorFile)
  const plan = { ...plain, size: 2, leafIndex: 0, kind: 'file', digest: sha256(content), details: vectorDetails } as const
  const onPublic = await proof({ ...plan, chainId: 1 })
  const { anchors } = await proof(plan)
  const onTest = await proof({ ...plan, chainId: 11155111 })
  return {
    'public chain': onPublic,
    'private chain, then a public one': withChecksum({ ...onPublic, anchors: [...anchors, ...onPublic.anchors] }),
    'test chain': onTest,
    'unknown chain': await proof({ ...plan, chainId: 4242 }),
  }
}

async function validProofs() {
  const plain = { digestBytes: 32, state: 'confirmed', blockSize: 1, position: 0, erased: false } as const
  return {
    'single leaf, single transaction': await proof({ ...plain, size: 1, leafIndex: 0 }),
    'second of two, SHA-384': await proof({ ...plain, size: 2, leafIndex: 1, digestBytes: 48 }),
    'last of an odd tree, SHA-512, final, full block': await proof({
      ...plain,
      size: 1025,
      leafIndex: 1024,
      digestBytes: 64,
      state: 'final',
      blockSize: 200,
      position: 130,
    }),
    'legacy transaction, details erased': await proof({
      ...plain,
      size: 600,
      leafIndex: 300,
      blockSize: 20,
      position: 7,
      erased: true,
    }),
    'access list transaction': await proof({ ...plain, size: 5, leafIndex: 2, blockSize: 20, position: 8 }),
    'not in a block yet': await proof({ ...plain, size: 3, leafIndex: 0, state: 'submitted' }),
    'content of a file': await proof({
      ...plain,
      size: 4,
      leafIndex: 3,
      kind: 'file',
      digest: sha256(utf8(vectorFile)),
      details: vectorDetails,
    }),
    'change of a folder': await proof({
      ...plain,
      size: 7,
      leafIndex: 5,
      kind: 'change',
      digest: sha256(utf8(canonicalize(vectorChange))),
      details: { change: vectorChange },
    }),
    'stamped copy': await proof({
      ...plain,
      size: 8,
      leafIndex: 4,
      digest: sha256(vectorCopy.copy),
      details: { ...stampDetails, isEsign: true, originalDocHash: toHex(sha256(vectorCopy.original)) },
    }),
    'dated before it was received': await proof({
      ...plain,
      size: 6,
      leafIndex: 2,
      details: { ...stampDetails, createdAt: '2026-09-21T16:13:20.001Z' },
    }),
    ...(await publicProofs(plain)),
    'state proof': await proof({ ...plain, size: 3, leafIndex: 1, stored: storedAt() }),
    'state proof, recorded before, final': await proof({
      ...plain,
      state: 'final',
      size: 2,
      leafIndex: 0,
      blockSize: 20,
      position: 13,
      stored: storedAt({ recordedAt: 1 }),
    }),
    'state proof, nothing else in the state': await proof({
      ...plain,
      size: 1,
      leafIndex: 0,
      erased: true,
      stored: storedAt({ isAlone: true }),
    }),
    'state proof, an account with five members': await proof({
      ...plain,
      size: 6,
      leafIndex: 5,
      stored: storedAt({ account: (storageRoot) => [...accountOf(storageRoot), new Uint8Array(0)] }),
    }),
    'state proof, an account with lists beside its storage root': await proof({
      ...plain,
      size: 4,
      leafIndex: 1,
      stored: storedAt({ account: (storageRoot) => [[], [storageRoot], storageRoot, [], [[]]] }),
    }),
  }
}

/** Proofs with one change each. Their checksum is updated, so that it isn't the reason for the refusal. */
async function invalidProofs(valid: Awaited<ReturnType<typeof validProofs>>) {
  const base = valid['last of an odd tree, SHA-512, final, full block']
  const other = valid['access list transaction']
  const anchor = base.anchors[0]!
  const { header = '', trieProof = [] } = anchor
  const anchored = (changes: object) => ({ ...base, anchors: [{ ...anchor, ...changes }] })
  const flip = (text = '') => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  const { salt: _salt, ...unsalted } = base
  const cases: Record<string, readonly [code: string, document: object]> = {
    'unknown version': ['unsupported', { ...base, version: 2 }],
    'unknown member': ['malformed', { ...base, note: 'x' }],
    'upper case hex': ['malformed', { ...base, root: base.root.toUpperCase() }],
    'details without salt': ['malformed', unsalted],
    'a file by its SHA-512': ['malformed', { ...base, kind: 'file' }],
    'a change by its SHA-384': ['malformed', { ...valid['second of two, SHA-384'], kind: 'change' }],
    'another digest': ['root', { ...base, hash: flip(base.hash) }],
    'another salt': ['commitment', { ...base, salt: flip(base.salt) }],
    'changed details': ['commitment', { ...base, details: { ...base.details, fileName: 'other.pdf' } }],
    'another code': ['commitment', { ...base, code: 'OTHER' }],
    'another commitment': ['commitment', { ...base, commitment: flip(base.commitment) }],
    'another index': ['tree', { ...base, leafIndex: 0 }],
    'index beyond the tree': ['tree', { ...base, leafIndex: 1025 }],
    'path too long': ['tree', { ...base, path: [...base.path, base.root] }],
    'path too short': ['tree', { ...base, path: [] }],
    'another node in the path': ['root', { ...base, path: base.path.map(flip) }],
    'another root': ['root', { ...base, root: flip(base.root) }],
    'transaction for another root': ['anchor', { ...base, anchors: other.anchors, state: other.state }],
    'another transaction id': ['anchor', anchored({ transactionId: flip(anchor.transactionId) })],
    'another chain': ['anchor', anchored({ chain: 'eip155:1' })],
    'another contract': ['anchor', anchored({ contract: flip(anchor.contract) })],
    'another notary': ['anchor', anchored({ notary: flip(anchor.notary) })],
    'changed signature': ['anchor', anchored({ rawTransaction: flip(anchor.rawTransaction) })],
    'changed header': ['anchor', anchored({ header: flip(header) })],
    'another block number': ['anchor', anchored({ blockNumber: 4712 })],
    'another block time': ['anchor', anchored({ blockTime: '2026-09-21T12:00:00.000Z' })],
    'another position in the block': ['trie', anchored({ transactionIndex: 131 })],
    'a trie node missing': ['trie', anchored({ trieProof: trieProof.slice(0, -1) })],
    'a trie node left over': ['trie', anchored({ trieProof: [...trieProof, trieProof[0]] })],
    'confirmed without a block': ['malformed', { ...valid['not in a block yet'], state: 'confirmed' }],
    ...(await storedForgeries(valid['state proof'], valid['single leaf, single transaction'])),
    ...oddTries(valid['single leaf, single transaction']),
    ...(await ofChainZero(valid['not in a block yet'])),
    'one block as one of two chains': ['block', await ofTwoChains(valid['state proof'])],
  }
  const list = Object.entries(cases).map(([name, [code, document]]) => {
    return { name, code, proof: withChecksum(document as ProofDocument) }
  })
  const name = 'changed network name, checksum not updated'
  return [...list, { name, code: 'malformed', proof: anchored({ network: 'Other' }) }]
}

/** Makes all vector files, by name. */
export async function makeVectors() {
  const valid = await validProofs()
  const documents = {
    'proofs-valid.json': valid,
    'proofs-invalid.json': await invalidProofs(valid),
    ...(await witnessVectors(valid)),
    ...(await manifestVectors()),
  }
  return {
    'merkle.json': merkle(),
    'jcs.json': jcs(),
    'trie.json': await trie(),
    ...documents,
    'findings.json': await findingVectors(documents, vectorFile),
    'checkpoints.json': checkpointVectors(),
    'outside.json': await outsideVectors(valid),
  }
}

