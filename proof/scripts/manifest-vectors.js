import { commitment } from '../dist/commitment.js'
import { keccak256, sha256, toHex, utf8 } from '../dist/hash.js'
import { withManifestChecksum } from '../dist/manifest/document.js'
import { BlockTable } from '../dist/manifest/document.js'
import { leafHash, merkleRoot } from '../dist/merkle.js'
import { multiPath } from '../dist/merkle.js'
import { decodeTransaction } from '../dist/ethereum/transaction.js'
import { transactionTrie } from '../dist/ethereum/trie.js'
import { account, contract, headerOf, hex, seed, sign } from './vector-chain.js'

const folder = { id: '01920f2a-7c00-7000-8000-00000000f01d', name: 'Verträge', createdAt: '2026-09-21T11:00:00.000Z' }

/** Text of a file of the vectors: what its path is, so that whoever tests can make the folder. */
export const contentOf = (path) => `tallystick vectors: ${path}\n`

/** A file and the leaf that records it. */
function entry(path, erased) {
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

/**
 * Batches of the given entries, each with as many leaves of others before and after each of them, in blocks of 20
 * transactions, three batches a block.
 */
async function manifest(groups, { gap = 1, state = 'final', others = 20 } = {}) {
  const batches = groups.map((entries) => {
    const leaves = []
    const placed = entries.map(({ file, leaf }) => {
      for (let i = 0; i < gap; i++) leaves.push(seed(`beside ${file.path} ${i}`))
      return { file: { ...file, leafIndex: leaves.push(leaf) - 1 } }
    })
    const root = merkleRoot(leaves)
    const siblings = multiPath(
      leaves,
      placed.map(({ file }) => file.leafIndex),
    )
    return { placed, treeSize: leaves.length, root, siblings: siblings.map(toHex) }
  })
  const anchors = []
  for (let from = 0; from < batches.length; from += 3) {
    anchors.push(...(await block(from, batches.slice(from, from + 3), others, state)))
  }
  const files = batches.flatMap(({ placed }, at) => placed.map(({ file }) => ({ file, at })))
  files.sort((a, b) => (a.file.path < b.file.path ? -1 : 1))
  const order = [...new Set(files.map(({ at }) => at))]
  const table = new BlockTable()
  const shown = order.map((at) => {
    const { treeSize, root, siblings } = batches[at]
    return { treeSize, root: toHex(root), siblings, anchors: [table.add(anchors[at])] }
  })
  return withManifestChecksum({
    format: 'tallystick-manifest',
    version: 1,
    folder,
    issuedAt: '2026-09-22T12:00:00.000Z',
    files: files.map(({ file, at }) => ({
      ...file,
      transactionId: anchors[at].transactionId,
      batch: order.indexOf(at),
    })),
    batches: shown,
    blocks: [...table.blocks()],
  })
}

async function block(from, batches, others, state) {
  const transactions = await Promise.all(
    Array.from({ length: others + batches.length }, (_, i) =>
      sign(from * 100 + i, i < others ? seed(`root ${from} ${i}`) : batches[i - others].root),
    ),
  )
  const trie = transactionTrie(transactions)
  const header = headerOf(trie.root, 4711 + from, 1_790_000_000 + 12 * from)
  return batches.map((_, i) => {
    const at = others + i
    const inBlock = {
      transactionIndex: at,
      trieProof: trie.proof(at).map(hex),
      header: hex(header),
      blockHash: hex(keccak256(header)),
      blockNumber: 4711 + from,
      blockTime: new Date((1_790_000_000 + 12 * from) * 1000).toISOString(),
    }
    return {
      chain: 'eip155:31337',
      network: 'Tallystick vectors',
      private: true,
      contract,
      notary: account.address.toLowerCase(),
      transactionId: hex(decodeTransaction(transactions[at]).hash),
      rawTransaction: hex(transactions[at]),
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
  const [one] = entries
  return {
    'no files': await manifest([]),
    'one file, alone in its tree': await manifest([[one]], { gap: 0, others: 0 }),
    'one batch, all leaves': await manifest([entries], { gap: 0 }),
    'four batches in two blocks': await manifest(
      [entries.slice(0, 3), entries.slice(3, 4), entries.slice(4, 7), entries.slice(7)],
      { gap: 2, others: 2 },
    ),
    'not in a block yet': await manifest([entries.slice(0, 2)], { state: 'submitted' }),
    'paths that differ in case': await manifest([['a.txt', 'A.txt', 'e\u0301', '\u00e9'].map((path) => entry(path))]),
  }
}

/** Each changes one thing; all are sealed anew, so that the checksum is not what refuses them. */
function invalidManifests(valid) {
  const base = valid['four batches in two blocks']
  const flip = (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  const file = (changes, at = 0) => ({ ...base, files: base.files.with(at, { ...base.files[at], ...changes }) })
  const batch = (changes) => ({ ...base, batches: base.batches.with(0, { ...base.batches[0], ...changes }) })
  const anchor = (changes) => batch({ anchors: [{ ...base.batches[0].anchors[0], ...changes }] })
  const block = (changes) => ({ ...base, blocks: base.blocks.with(0, { ...base.blocks[0], ...changes }) })
  const [first, second] = base.files
  const { nodes } = base.blocks[0]
  const single = valid['one file, alone in its tree']
  const pathTo = (path) => ['malformed', { ...single, files: [{ ...single.files[0], path }] }]
  const cases = {
    'unknown version': ['unsupported', { ...base, version: 2 }],
    'a proof': ['unsupported', { ...base, format: 'tallystick-proof' }],
    'unknown member': ['malformed', { ...base, note: 'x' }],
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
    'a batch that is not there': ['malformed', file({ batch: 9 })],
    'a batch that nothing names': ['malformed', { ...base, batches: [...base.batches, base.batches[0]] }],
    'batches out of order': [
      'malformed',
      {
        ...base,
        batches: [...base.batches].reverse(),
        files: base.files.map((each) => ({ ...each, batch: 3 - each.batch })),
      },
    ],
    'a block twice': ['malformed', { ...base, blocks: [base.blocks[0], base.blocks[0]] }],
    'a block that is not there': ['malformed', anchor({ block: 7 })],
    'a node twice': ['malformed', block({ nodes: [...nodes, nodes[0]] })],
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
    'a sibling too much': ['tree', batch({ siblings: [...base.batches[0].siblings, first.hash] })],
    'a sibling too few': ['tree', batch({ siblings: base.batches[0].siblings.slice(1) })],
    'another sibling': ['root', batch({ siblings: base.batches[0].siblings.map(flip) })],
    'another root': ['root', batch({ root: flip(base.batches[0].root) })],
    'another transaction id of a file': ['anchor', file({ transactionId: flip(first.transactionId) })],
    'another transaction id': ['anchor', anchor({ transactionId: flip(first.transactionId) })],
    'another transaction': ['anchor', anchor({ rawTransaction: base.batches[1].anchors[0].rawTransaction })],
    'another place in the block': ['trie', anchor({ transactionIndex: 0 })],
    'changed header': ['anchor', block({ header: flip(base.blocks[0].header) })],
    'another block time': ['anchor', block({ blockTime: '2026-09-21T12:00:00.000Z' })],
    'changed node': ['trie', block({ nodes: nodes.map(flip) })],
    'submitted, but with a block': ['malformed', anchor({ state: 'submitted' })],
  }
  const list = Object.entries(cases).map(([name, [code, document]]) => ({
    name,
    code,
    manifest: withManifestChecksum(document),
  }))
  const unsealed = { ...base, folder: { ...folder, name: 'Other' } }
  return [...list, { name: 'changed folder name, seal not renewed', code: 'malformed', manifest: unsealed }]
}

/** The manifests' vector files, by name. */
export async function manifestVectors() {
  const valid = await validManifests()
  return { 'manifests-valid.json': valid, 'manifests-invalid.json': invalidManifests(valid) }
}
