import { ProofError } from './errors.js'
import { checkBlockMembers, entryMembers, headerMembers, transactionMembers } from './format.js'
import type { ManifestBatch, ManifestDocument, ManifestFile } from './manifest.js'
import { pathProblem } from './manifest-path.js'
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
} from './members.js'

const time = matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
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
  // No control or direction characters: it is printed on terminals and pages.
  name: matches(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u),
  createdAt: time,
}
const fileMembers = {
  ...entryMembers,
  path: (value: unknown) => typeof value === 'string',
  size: integer,
  hash: hash32,
  transactionId: chainHash,
  batch: index,
}
const batchMembers = { treeSize: positive, root: hash32, siblings: list(hash32), anchors: listOf(object, 1, 16) }
const anchorMembers = {
  ...transactionMembers,
  block: index,
  transactionIndex: integer,
  trieProof: listOf(index, 1, 64),
}
const blockMembers = { ...headerMembers, nodes: list(chainBytes, 1) }

const inBlock = ['block', 'transactionIndex', 'trieProof']
const optional = new Set(['createdAt', 'salt', 'details', 'commitment', ...inBlock])

/**
 * Reads a manifest, already parsed as JSON. Strict: what has more than one form, or could lead out of a folder, is refused.
 * It looks at form only; `verifyManifest` tells whether it is true.
 * @throws {@link ProofError} `unsupported` on another format or version, `malformed` naming the member otherwise.
 */
export function parseManifest(json: unknown): ManifestDocument {
  if (!isRecord(json)) malformed('a manifest is a JSON object')
  const { format, version, ...rest } = json
  if (format !== 'tallystick-manifest') {
    throw new ProofError('unsupported', 'this is not a Tallystick manifest', 'format')
  }
  if (version !== 1) throw new ProofError('unsupported', 'only version 1 is known', 'version')
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
  const paths = new Set<string>()
  let before = ''
  files.forEach((file, i) => {
    const at = `files[${i}]`
    checkMembers(file, fileMembers, optional, `${at}.`)
    const problem = pathProblem(file.path)
    if (problem !== undefined) malformed(`${at}.path ${problem}`, `${at}.path`)
    // Strictly ascending, so none is there twice either.
    if (file.path <= before) malformed(`${at}.path is there twice or out of order`, `${at}.path`)
    before = file.path
    paths.add(file.path)
    const erased = 'commitment' in file
    if ('salt' in file === erased || 'details' in file === erased) {
      malformed(`${at} has either salt and details or, once they are erased, a commitment`, `${at}.commitment`)
    }
  })
  files.forEach(({ path }, i) => {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      if (paths.has(path.slice(0, slash))) malformed(`files[${i}].path lies in a file`, `files[${i}].path`)
    }
  })
}

function checkBatches(batches: readonly ManifestBatch[]): void {
  batches.forEach((batch, i) => {
    checkMembers(batch, batchMembers, optional, `batches[${i}].`)
    batch.anchors.forEach((anchor, j) => {
      const prefix = `batches[${i}].anchors[${j}].`
      checkMembers(anchor, anchorMembers, optional, prefix)
      checkBlockMembers(anchor, inBlock, prefix)
    })
  })
}

/** Every index leads to something, everything is led to, and all lies in the order in which it is first named. */
function checkReferences({ files, batches, blocks }: ManifestDocument): void {
  const batchesNamed = new InOrder('batches', batches.length)
  const blocksNamed = new InOrder('blocks', blocks.length)
  const nodesNamed = blocks.map(({ nodes }, i) => new InOrder(`blocks[${i}].nodes`, nodes.length))
  for (const { batch } of files) batchesNamed.name(batch)
  for (const { anchors } of batches) {
    for (const { block, trieProof = [] } of anchors) {
      if (block === undefined) continue
      blocksNamed.name(block)
      for (const node of trieProof) nodesNamed[block]?.name(node)
    }
  }
  for (const named of [batchesNamed, blocksNamed, ...nodesNamed]) named.end()
  blocks.forEach(({ nodes }, i) => {
    if (new Set(nodes).size !== nodes.length) malformed(`blocks[${i}].nodes has a node twice`, `blocks[${i}].nodes`)
  })
  if (new Set(blocks.map(({ blockHash }) => blockHash)).size !== blocks.length) malformed('blocks has a block twice')
}

class InOrder {
  private readonly list: string
  private readonly length: number
  private named = 0

  constructor(list: string, length: number) {
    this.list = list
    this.length = length
  }

  name(at: number): void {
    if (at > this.named || at >= this.length) malformed(`${this.list}[${at}] is named out of order, or is not there`)
    if (at === this.named) this.named++
  }

  end(): void {
    if (this.named !== this.length) malformed(`${this.list}[${this.named}] is named by nothing`, this.list)
  }
}

function malformed(message: string, field?: string): never {
  throw new ProofError('malformed', message, field)
}
