import { fromHex, keccak256, utf8 } from '../../src/encoding/hash.js'
import { decodeRlp, encodeRlp, type RlpItem, toList } from '../../src/ethereum/rlp.js'
import type { ProofAnchor, ProofDocument } from '../../src/format.js'
import {
  MAX_ANCHORS,
  MAX_CHAIN_BYTES,
  MAX_DEPTH,
  MAX_NODE_ITEMS,
  MAX_PROOF_BYTES,
  MAX_PROOF_VALUES,
  MAX_RLP_ITEMS,
  MAX_VALUE_BYTES,
} from '../../src/limits.js'
import type { ManifestDocument } from '../../src/manifest/document.js'
import { BLOCK_TIME, headerOf, hex } from '../vectors/chain.js'
import type { Mutant } from './mutants.js'

/** Evidence exactly at a limit, and one above it. Both may be refused, but for different reasons. */
export type LimitCase = { readonly limit: string; readonly at: Mutant; readonly above: Mutant }

/** Returns evidence around each limit of a proof and of what manifests share with it. */
export function limitCases(proof: ProofDocument, manifest: ManifestDocument): LimitCase[] {
  const writers = { ...jsonWriters(proof), ...anchorWriters(proof), ...manifestWriters(manifest) }
  return Object.entries(writers).map(([limit, write]) => {
    const [at, above] = [0, 1].map((excess) => ({ evidence: utf8(write(excess)) }))
    return { limit, at: at!, above: above! }
  })
}

/** Writes evidence that exceeds a limit by so much. */
type Writer = (excess: number) => string

function jsonWriters({ checksum: _, salt, details: _details, ...rest }: ProofDocument): Record<string, Writer> {
  const text = JSON.stringify(rest)
  const detailed = (details: string) =>
    JSON.stringify({ ...rest, salt, details: 0 }).replace('"details":0', () => `"details":${details}`)
  const filled = (details: string, excess: number) => {
    const gaps = Array.from({ length: 5 }, () => ' '.repeat(MAX_VALUE_BYTES - 1000))
    const long = detailed(details.replace('0', () => `[${gaps.map((gap) => `${gap}0`)}]`))
    return long.replace(' '.repeat(long.length - MAX_PROOF_BYTES - excess), '')
  }
  const listed = (details: string, excess: number) => {
    const rest = valuesIn(detailed(details.replace('0', '[0]')))
    return detailed(details.replace('0', `[0${',0'.repeat(MAX_PROOF_VALUES - rest + excess)}]`))
  }
  const mention = '{"a":0,"b":"tallystick-manifest"}'
  return {
    'bytes of a proof': (excess) => filled('{"a":0}', excess),
    'bytes of a proof that may be a manifest': (excess) => filled(mention, excess),
    'values of a proof': (excess) => listed('{"a":0}', excess),
    'values of a proof that may be a manifest': (excess) => listed(mention, excess),
    'bytes of a text': (excess) => detailed(`{"a":"${'é'.repeat(MAX_VALUE_BYTES / 2 - 1)}${'x'.repeat(excess)}"}`),
    'bytes of a text with escapes': (excess) =>
      detailed(`{"a" : "${'\\"'.repeat(MAX_VALUE_BYTES / 2 - 2)}" ${' '.repeat(excess)}}`),
    'bytes of a name': (excess) => detailed(`{"${'['.repeat(MAX_VALUE_BYTES - 2 + excess)}":0}`),
    'bytes of a number': (excess) => detailed(`{"a":${'1'.repeat(MAX_VALUE_BYTES - 8 + excess)}e-999999}`),
    'white space before a proof': (excess) => `${'\n'.repeat(MAX_VALUE_BYTES + excess)}${text}`,
    'white space after a byte order mark': (excess) => `\ufeff${'\t'.repeat(MAX_VALUE_BYTES + excess)}${text}`,
    'white space behind a proof': (excess) => `${text}${'\r'.repeat(MAX_VALUE_BYTES + excess)}`,
    depth: (excess) => detailed(`{"a":${'['.repeat(MAX_DEPTH - 2 + excess)}${']'.repeat(MAX_DEPTH - 2 + excess)}}`),
  }
}

/** Counts as the document says. */
const valuesIn = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/[,[{]/g)!.length

function anchorWriters({ checksum: _, ...proof }: ProofDocument): Record<string, Writer> {
  const anchor = proof.anchors[0]!
  const header = toList(decodeRlp(fromHex(anchor.header!.slice(2))))
  const changed = (change: Partial<ProofAnchor>) => JSON.stringify({ ...proof, anchors: [{ ...anchor, ...change }] })
  return {
    anchors: (excess) => JSON.stringify({ ...proof, anchors: Array(MAX_ANCHORS + excess).fill(anchor) }),
    'bytes of a transaction': (excess) => changed({ rawTransaction: bytes(MAX_CHAIN_BYTES + excess) }),
    'bytes of a header': (excess) => changed({ header: bytes(MAX_CHAIN_BYTES + excess) }),
    'bytes of a node': (excess) => changed({ trieProof: [bytes(MAX_CHAIN_BYTES + excess)] }),
    'items of a transaction': (excess) =>
      changed({ rawTransaction: hex(encodeRlp(empties(MAX_RLP_ITEMS - 1 + excess))) }),
    'items of a header': (excess) =>
      changed({ header: hex(encodeRlp([...header, ...empties(MAX_RLP_ITEMS - 1 - header.length + excess)])) }),
    'items of a node': (excess) => changed(inTrie(branchOf(MAX_NODE_ITEMS + excess))),
    'lists around an item': (excess) => changed({ rawTransaction: hex(encodeRlp(deep(32 + excess))) }),
  }
}

const bytes = (count: number) => `0x${'00'.repeat(count)}`
const empties = (count: number): RlpItem[] => Array(count).fill(new Uint8Array(0))
const deep = (depth: number): RlpItem => (depth === 0 ? new Uint8Array(0) : [deep(depth - 1)])

/** Returns a branch of so many items that leads nowhere. The first of its children is far too long. */
const branchOf = (items: number) => encodeRlp([empties(items - 18), ...empties(16)])

/** Returns the members of an anchor whose block has only this node. */
function inTrie(node: Uint8Array): Partial<ProofAnchor> {
  const header = headerOf(keccak256(node), 7, BLOCK_TIME)
  const blockTime = new Date(BLOCK_TIME * 1000).toISOString()
  return { header: hex(header), blockHash: hex(keccak256(header)), blockNumber: 7, blockTime, trieProof: [hex(node)] }
}

function manifestWriters(manifest: ManifestDocument): Record<string, Writer> {
  const [batch, ...batches] = manifest.batches
  const [block, ...blocks] = manifest.blocks
  const write = (change: Partial<ManifestDocument>) => JSON.stringify({ ...manifest, ...change })
  return {
    'anchors of a batch': (excess) =>
      write({ batches: [{ ...batch!, anchors: Array(MAX_ANCHORS + excess).fill(batch!.anchors[0]) }, ...batches] }),
    'bytes of a node of a manifest': (excess) =>
      write({
        blocks: [{ ...block!, nodes: [...block!.nodes.slice(0, -1), bytes(MAX_CHAIN_BYTES + excess)] }, ...blocks],
      }),
  }
}
