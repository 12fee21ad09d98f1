import { commitment } from '../../src/commitment.js'
import { decodeTransaction } from '../../src/ethereum/transaction.js'
import { transactionTrie } from '../../src/ethereum/trie.js'
import type { ProofAnchor, ProofState } from '../../src/format.js'
import { keccak256, sha256, utf8 } from '../../src/encoding/hash.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { BlockTable, type ManifestDocument, withManifestChecksum } from '../../src/manifest/document.js'
import { leafHash, merkleRoot, multiPath } from '../../src/merkle.js'
import { account, BLOCK_TIME, contract, headerOf, hex, seed, sign } from './chain.js'
import { stateWith } from './stored.js'

const folder = { id: '01920f2a-7c00-7000-8000-00000000f01d', name: 'Verträge', createdAt: '2026-09-21T11:00:00.000Z' }

/** Content of a file of the vectors: it follows from the path, so that a test can create the folder. */
const contentOf = (path: string) => `tallystick vectors: ${path}\n`

type Entry = ReturnType<typeof entry>

/** Makes a file and the leaf that records it. */
function entry(path: string, erased = false) {
  const code = `F${toHex(seed(path)).slice(0, 9).toUpperCase()}`
  const salt = seed(`salt ${path}`).subarray(0, 16)
  const details = { code, fileName: path.split('/').at(-1), version: 1 }
  const content = utf8(contentOf(path))
  const committed = commitment(salt, details)
  const open = { salt: toHex(salt), details }
  return {
    file: {
      path,
      size: content.length,
      hash: toHex(sha256(content)),
      code,
      ...(erased ? { commitment: toHex(committed) } : open),
    },
    leaf: leafHash(sha256(content), committed),
  }
}

type Batch = { readonly root: Uint8Array }

/**
 * Makes a manifest of batches of entries, three batches per block.
 * @param gap leaves of other accounts before each entry.
 * @param others transactions of other senders before ours in each block.
 * @param stored how many batches of each block have a state proof: the last ones.
 */
async function manifest(
  groups: readonly (readonly Entry[])[],
  { gap = 1, state = 'final' as ProofState, others = 20, stored = 0 } = {},
): Promise<ManifestDocument> {
  const batches = groups.map((entries) => {
    const leaves: Uint8Array[] = []
    const indexed = entries.map(({ file, leaf }) => {
      for (let i = 0; i < gap; i++) leaves.push(seed(`beside ${file.path} ${i}`))
      return { file: { ...file, leafIndex: leaves.push(leaf) - 1 } }
    })
    const root = merkleRoot(leaves)
    const siblings = multiPath(
      leaves,
      indexed.map(({ file }) => file.leafIndex),
    )
    return { indexed, treeSize: leaves.length, root, siblings: siblings.map(toHex) }
  })
  const anchors: ProofAnchor[] = []
  for (let from = 0; from < batches.length; from += 3) {
    anchors.push(...(await block(from, batches.slice(from, from + 3), { others, state, stored })))
  }
  const files = batches.flatMap(({ indexed }, at) => indexed.map(({ file }) => ({ file, at })))
  files.sort((a, b) => (a.file.path < b.file.path ? -1 : 1))
  const order = [...new Set(files.map(({ at }) => at))]
  const table = new BlockTable()
  const shown = order.map((at) => {
    const { treeSize, root, siblings } = batches[at]!
    return { treeSize, root: toHex(root), siblings, anchors: [table.add(anchors[at]!)] }
  })
  return withManifestChecksum({
    format: 'tallystick-manifest',
    version: 1,
    folder,
    issuedAt: '2026-09-22T12:00:00.000Z',
    files: files.map(({ file, at }) => ({
      ...file,
      transactionId: anchors[at]!.transactionId,
      batch: order.indexOf(at),
    })),
    batches: shown,
    blocks: [...table.blocks()],
  })
}

/** Makes a block with the transactions of some batches; returns their anchors. */
async function block(
  from: number,
  batches: readonly Batch[],
  { others, state, stored }: { others: number; state: ProofState; stored: number },
): Promise<ProofAnchor[]> {
  const transactions = await Promise.all(
    Array.from({ length: others + batches.length }, (_, i) =>
      sign(from * 100 + i, i < others ? seed(`root ${from} ${i}`) : batches[i - others]!.root),
    ),
  )
  const trie = transactionTrie(transactions)
  const time = BLOCK_TIME + 12 * from
  const after = await stateWith(
    batches.map(({ root }) => root),
    time,
  )
  const header = headerOf(trie.root, 4711 + from, time, stored === 0 ? undefined : after.stateRoot)
  return batches.map((_, i) => {
    const position = others + i
    const transaction = transactions[position]!
    const isStored = i >= batches.length - stored
    const inBlock = {
      ...(isStored
        ? { stateProof: after.stateProofs[i]! }
        : { transactionIndex: position, trieProof: trie.proof(position).map(hex) }),
      header: hex(header),
      blockHash: hex(keccak256(header)),
      blockNumber: 4711 + from,
      blockTime: new Date(time * 1000).toISOString(),
    }
    return {
      chain: 'eip155:31337',
      network: 'Tallystick vectors',
      private: true,
      contract,
      notary: account.address.toLowerCase(),
      transactionId: hex(decodeTransaction(transaction).hash),
      rawTransaction: hex(transaction),
      ...(state === 'submitted' ? {} : inBlock),
      state,
    }
  })
}

async function validManifests() {
  const paths = [
    'a.txt',
    'b/a.txt',
    'b/c/deep.txt',
    'Übersicht.txt',
    '日本語/写真.jpg',
    '😀.txt',
    'Z.txt',
    'b.txt',
    'leer/x',
  ]
  const entries = paths.map((path) => entry(path, path === 'Z.txt'))
  const one = entries[0]!
  return {
    'no files': await manifest([]),
    'one file, alone in its tree': await manifest([[one]], { gap: 0, others: 0 }),
    'one batch, all leaves': await manifest([entries], { gap: 0 }),
    'four batches in two blocks': await manifest(
      [entries.slice(0, 3), entries.slice(3, 4), entries.slice(4, 7), entries.slice(7)],
      { gap: 2, others: 2 },
    ),
    'state proofs, three batches in a block': await manifest(
      [entries.slice(0, 2), entries.slice(2, 3), entries.slice(3, 5), entries.slice(5)],
      { others: 1, stored: 3 },
    ),
    'a state proof beside trie proofs': await manifest(
      entries.slice(0, 3).map((each) => [each]),
      { others: 30, stored: 1 },
    ),
    'not in a block yet': await manifest([entries.slice(0, 2)], { state: 'submitted' }),
    'paths that differ in case': await manifest([['a.txt', 'A.txt', 'e\u0301', '\u00e9'].map((path) => entry(path))]),
  }
}

type Case = readonly [code: string, document: object]

/** Manifests with one change each. Their checksum is updated, so that it isn't the reason for the refusal. */
function invalidManifests(valid: Awaited<ReturnType<typeof validManifests>>) {
  const base = valid['four batches in two blocks']
  const first = base.files[0]!
  const second = base.files[1]!
  const firstBatch = base.batches[0]!
  const firstBlock = base.blocks[0]!
  const flip = (text = '') => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  const file = (changes: object, at = 0) => ({
    ...base,
    files: base.files.map((each, i) => (i === at ? { ...each, ...changes } : each)),
  })
  const batch = (changes: object) => ({ ...base, batches: [{ ...firstBatch, ...changes }, ...base.batches.slice(1)] })
  const anchor = (changes: object) => batch({ anchors: [{ ...firstBatch.anchors[0], ...changes }] })
  const block = (changes: object) => ({ ...base, blocks: [{ ...firstBlock, ...changes }, ...base.blocks.slice(1)] })
  const { nodes } = firstBlock
  const storedBase = valid['state proofs, three batches in a block']
  const storedBatches = storedBase.batches
  const { accountProof: account = [], storageProof: storage = [] } = storedBatches[0]?.anchors[0]?.stateProof ?? {}
  const storedAnchor = (changes: object) => {
    const [{ anchors, ...rest } = firstBatch, ...others] = storedBatches
    const changed = { ...anchors[0], stateProof: { ...anchors[0]?.stateProof, ...changes } }
    return { ...storedBase, batches: [{ ...rest, anchors: [changed] }, ...others] }
  }
  const reversed = (each: (typeof storedBase.blocks)[0]) => ({ ...each, nodes: [...each.nodes].reverse() })
  const single = valid['one file, alone in its tree']
  const pathTo = (path: string): Case => ['malformed', { ...single, files: [{ ...single.files[0], path }] }]
  const cases: Record<string, Case> = {
    'unknown version': ['unsupported', { ...base, version: 2 }],
    'a proof': ['unsupported', { ...base, format: 'tallystick-proof' }],
    'unknown member': ['malformed', { ...base, note: 'x' }],
    'unknown member of a file': ['malformed', file({ note: 'x' })],
    'unknown member of a batch': ['malformed', batch({ note: 'x' })],
    'unknown member of an anchor': ['malformed', anchor({ note: 'x' })],
    'unknown member of a block': ['malformed', block({ note: 'x' })],
    'unknown member of the folder': ['malformed', { ...base, folder: { ...folder, note: 'x' } }],
    'a control character in the name of the folder': ['malformed', { ...base, folder: { ...folder, name: 'a\u0085b' } }],
    'a line separator in the name of the folder': ['malformed', { ...base, folder: { ...folder, name: 'a\u2028b' } }],
    'path: empty': pathTo(''),
    'path: absolute': pathTo('/etc/passwd'),
    'path: upwards': pathTo('../x'),
    'path: upwards inside': pathTo('a/../../x'),
    'path: upwards at the end': pathTo('a/..'),
    'path: here': pathTo('./x'),
    'path: empty segment': pathTo('a//x'),
    'path: ends with a slash': pathTo('a/'),
    'path: NUL': pathTo('a\0b'),
    'path: line break': pathTo('a\nb'),
    'path: backslash': pathTo('..\\x'),
    'path: drive': pathTo('C:/x'),
    'path: drive without slash': pathTo('c:x'),
    'path: too long': pathTo('x'.repeat(4097)),
    'a path twice': ['malformed', { ...base, files: [first, first, ...base.files.slice(1)] }],
    'paths out of order': ['malformed', { ...base, files: [second, first, ...base.files.slice(2)] }],
    'a path in a file': ['malformed', file({ path: 'Z.txt/x' }, 1)],
    'salt without details': ['malformed', file({ salt: '00'.repeat(16) })],
    'a batch that does not exist': ['malformed', file({ batch: 9 })],
    'a batch without a file': ['malformed', { ...base, batches: [...base.batches, firstBatch] }],
    'batches out of order': [
      'malformed',
      {
        ...base,
        batches: [...base.batches].reverse(),
        files: base.files.map((each) => ({ ...each, batch: 3 - each.batch })),
      },
    ],
    'a block twice': ['malformed', { ...base, blocks: [firstBlock, firstBlock] }],
    'a block that does not exist': ['malformed', anchor({ block: 7 })],
    'a node twice': ['malformed', block({ nodes: [...nodes, nodes[0]] })],
    'nodes in another order, their indexes as before': [
      'trie',
      { ...storedBase, blocks: storedBase.blocks.map(reversed) },
    ],
    'a node left over': ['malformed', block({ nodes: [...nodes, '0x00'] })],
    'a file left out': ['tree', { ...base, files: base.files.filter((each) => each !== base.files.at(-1)) }],
    'another hash': ['root', file({ hash: flip(first.hash) })],
    'another commitment': ['root', file({ commitment: flip(first.commitment) })],
    'another salt': ['root', file({ salt: flip(second.salt) }, 1)],
    'changed details': ['root', file({ details: { ...second.details, version: 2 } }, 1)],
    'another code': ['commitment', file({ code: 'OTHER' }, 1)],
    'another leaf index': ['tree', file({ leafIndex: 10_000 })],
    'a leaf twice': [
      'tree',
      {
        ...valid['one batch, all leaves'],
        files: valid['one batch, all leaves'].files.map((each) => ({ ...each, leafIndex: 0 })),
      },
    ],
    'one sibling too many': ['tree', batch({ siblings: [...firstBatch.siblings, first.hash] })],
    'one sibling too few': ['tree', batch({ siblings: firstBatch.siblings.slice(1) })],
    'another sibling': ['root', batch({ siblings: firstBatch.siblings.map((sibling) => flip(sibling)) })],
    'another root': ['root', batch({ root: flip(firstBatch.root) })],
    'another transaction id of a file': ['anchor', file({ transactionId: flip(first.transactionId) })],
    'another transaction id': ['anchor', anchor({ transactionId: flip(first.transactionId) })],
    'another transaction': ['anchor', anchor({ rawTransaction: base.batches[1]?.anchors[0]?.rawTransaction })],
    'another position in the block': ['trie', anchor({ transactionIndex: 0 })],
    'changed header': ['anchor', block({ header: flip(firstBlock.header) })],
    'another block time': ['anchor', block({ blockTime: '2026-09-21T12:00:00.000Z' })],
    'changed node': ['trie', block({ nodes: nodes.map((node) => flip(node)) })],
    'submitted, but with a block': ['malformed', anchor({ state: 'submitted' })],
    'both kinds of evidence': ['malformed', anchor({ stateProof: { accountProof: [0], storageProof: [0] } })],
    'state proof of a node that does not exist': ['malformed', storedAnchor({ storageProof: [99] })],
    'state proof with the storage first': ['malformed', storedAnchor({ accountProof: storage, storageProof: account })],
    'state proof with the storage left out': ['malformed', storedAnchor({ storageProof: undefined })],
    'state proof with a changed node': [
      'trie',
      {
        ...storedBase,
        blocks: storedBase.blocks.map((each) => ({ ...each, nodes: each.nodes.map((node) => flip(node)) })),
      },
    ],
  }
  const list = Object.entries(cases).map(([name, [code, document]]) => ({
    name,
    code,
    manifest: withManifestChecksum(document as ManifestDocument),
  }))
  const renamed = { ...base, folder: { ...folder, name: 'Other' } }
  return [...list, { name: 'changed folder name, checksum not updated', code: 'malformed', manifest: renamed }]
}

/** Makes the vector files of manifests, by name. */
export async function manifestVectors() {
  const valid = await validManifests()
  return { 'manifests-valid.json': valid, 'manifests-invalid.json': invalidManifests(valid) }
}
