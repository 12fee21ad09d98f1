import {
  type Check,
  chainBytes,
  chainHash,
  checkMembers,
  hash32,
  integer,
  isRecord,
  listOf,
  matches,
  object,
  positive,
  time,
} from '../encoding/members.js'
import { ProofError } from '../errors.js'
import {
  checkBlockMembers,
  entryMembers,
  evidenceMembers,
  headerMembers,
  MAX_TRIE_NODES,
  stateProofOf,
  transactionMembers,
} from '../format.js'
import { MAX_ANCHORS } from '../limits.js'
import { type ManifestBatch, type ManifestDocument, type ManifestFile, nodeIndexes } from './document.js'
import { pathProblem } from './path.js'

const index = integer
const list = (check: Check, min = 0): Check => listOf(check, min, Number.POSITIVE_INFINITY)

const documentMembers = {
  folder: object,
  issuedAt: time,
  files: list(object),
  batches: list(object),
  blocks: list(object),
  checksum: hash32,
}
const folderMembers = {
  id: matches(/^[A-Za-z0-9_-]{1,64}$/),
  // No control characters, because it is printed on terminals and pages.
  name: matches(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u),
  createdAt: time,
}
const fileMembers = {
  ...entryMembers,
  path: (value: unknown) => typeof value === 'string',
  size: integer,
  kind: (value: unknown) => value === 'stamp',
  hash: hash32,
  transactionId: chainHash,
  batch: index,
}
const batchMembers = {
  treeSize: positive,
  root: hash32,
  siblings: list(hash32),
  anchors: listOf(object, 1, MAX_ANCHORS),
}
const indexes = listOf(index, 1, MAX_TRIE_NODES)
const anchorMembers = {
  ...transactionMembers,
  block: index,
  transactionIndex: integer,
  trieProof: indexes,
  stateProof: stateProofOf(indexes),
}
const blockMembers = { ...headerMembers, nodes: list(chainBytes, 1) }

const optional = new Set(['createdAt', 'size', 'kind', 'salt', 'details', 'commitment', 'block', ...evidenceMembers])

/**
 * Checks the form of a manifest. Strict: refuses everything with more than one form, and paths that could lead out of a
 * folder. Whether the manifest is true is for `verifyManifest` to find out.
 * @param json the document, already parsed as JSON.
 * @throws {@link ProofError} `unsupported` on another format or version; otherwise `malformed`, naming the member.
 */
export function parseManifest(json: unknown): ManifestDocument {
  if (!isRecord(json)) malformed('a manifest is a JSON object')
  const { format, version, ...rest } = json
  if (format !== 'tallystick-manifest') {
    throw new ProofError('unsupported', 'this is not a Tallystick manifest', 'format', { case: 'format' })
  }
  if (version !== 1) throw new ProofError('unsupported', 'only version 1 is supported', 'version', { case: 'version' })
  checkMembers(rest, documentMembers, optional, '')
  const document = json as ManifestDocument
  checkMembers(document.folder, folderMembers, optional, 'folder.')
  checkFiles(document.files)
  checkBatches(document.batches)
  document.blocks.forEach((block, i) => {
    checkMembers(block, blockMembers, optional, `blocks[${i}].`)
  })
  checkReferences(document)
  return document
}

function checkFiles(files: readonly ManifestFile[]): void {
  let before = ''
  // Paths that begin the current one. In ascending order, no later path begins with one that this one doesn't begin with.
  const prefixes: string[] = []
  files.forEach((file, i) => {
    const at = `files[${i}]`
    checkMembers(file, fileMembers, optional, `${at}.`)
    const problem = pathProblem(file.path)
    if (problem !== undefined) malformed(`${at}.path ${problem}`, `${at}.path`)
    // Strictly ascending, which also rules out repeated paths.
    if (file.path <= before) malformed(`${at}.path is repeated or out of order`, `${at}.path`)
    before = file.path
    while (prefixes.length > 0 && !file.path.startsWith(prefixes.at(-1)!)) prefixes.pop()
    const prefix = prefixes.at(-1)
    if (prefix !== undefined && file.path[prefix.length] === '/')
      malformed(`${at}.path is inside another file`, `${at}.path`)
    prefixes.push(file.path)
    const erased = 'commitment' in file
    if ('salt' in file === erased || 'details' in file === erased) {
      malformed(`${at} needs either salt and details or, once they are erased, a commitment`, `${at}.commitment`)
    }
  })
}

function checkBatches(batches: readonly ManifestBatch[]): void {
  batches.forEach((batch, i) => {
    checkMembers(batch, batchMembers, optional, `batches[${i}].`)
    batch.anchors.forEach((anchor, j) => {
      const prefix = `batches[${i}].anchors[${j}].`
      checkMembers(anchor, anchorMembers, optional, prefix)
      checkBlockMembers(anchor, ['block'], prefix)
    })
  })
}

/** Every index exists, every item is referenced, and items stand in the order of their first reference. */
function checkReferences({ files, batches, blocks }: ManifestDocument): void {
  const batchReferences = new References('batches', batches.length)
  const blockReferences = new References('blocks', blocks.length)
  const nodeReferences = blocks.map(({ nodes }, i) => new References(`blocks[${i}].nodes`, nodes.length))
  for (const { batch } of files) batchReferences.add(batch)
  for (const { anchors } of batches) {
    for (const anchor of anchors) {
      if (anchor.block === undefined) continue
      blockReferences.add(anchor.block)
      for (const node of nodeIndexes(anchor)) nodeReferences[anchor.block]?.add(node)
    }
  }
  for (const references of [batchReferences, blockReferences, ...nodeReferences]) references.end()
  blocks.forEach(({ nodes }, i) => {
    if (new Set(nodes).size !== nodes.length) malformed(`blocks[${i}].nodes repeats a node`, `blocks[${i}].nodes`)
  })
  if (new Set(blocks.map(({ blockHash }) => blockHash)).size !== blocks.length)
    malformed('blocks repeats a block', 'blocks')
}

/** Checks that a list is referenced completely and in order. */
class References {
  private readonly list: string
  private readonly length: number
  private seen = 0

  constructor(list: string, length: number) {
    this.list = list
    this.length = length
  }

  add(index: number): void {
    if (index >= this.length) malformed(`${this.list}[${index}] does not exist`, this.list)
    if (index > this.seen) malformed(`${this.list}[${index}] is referenced out of order`, this.list)
    if (index === this.seen) this.seen++
  }

  end(): void {
    if (this.seen !== this.length) malformed(`${this.list}[${this.seen}] is never referenced`, this.list)
  }
}

function malformed(message: string, field?: string): never {
  throw new ProofError('malformed', message, field)
}
