import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

import { commitment } from '../src/commitment.js'
import { fromHex, sha256, utf8 } from '../src/encoding/hash.js'
import { canonicalize, type JsonValue } from '../src/encoding/jcs.js'
import { toHex } from '../src/encoding/to-hex.js'
import { transactionTrie, verifyTrieProof } from '../src/ethereum/trie.js'
import { type ProofDocument, parseProof } from '../src/format.js'
import { leafHash, merkleRoot, rootFromPath, TILE, tiledPath, tileRoots } from '../src/merkle.js'
import { knownByCheckpoints } from '../src/trust/checkpoints.js'
import { knownByHash } from '../src/trust/known-blocks.js'
import { verifyProof } from '../src/verify.js'
import { makeVectors } from './vectors/make-vectors.js'
import type { OutsideCase } from './vectors/outside-vectors.js'

const fileOf = (name: string) => new URL(`../${name}`, import.meta.url)
const text = (name: string) => readFileSync(fileOf(name), 'utf8')
const read = <T>(name: string): T => JSON.parse(text(`vectors/${name}`))
const chainBytes = (value: string) => fromHex(value.slice(2))

type Valid = Record<string, ProofDocument>
type Invalid = { name: string; code: string; proof: unknown }[]
const witnessed = read<Valid>('witnesses-valid.json')
const valid = { ...read<Valid>('proofs-valid.json'), ...witnessed }
const invalid = [...read<Invalid>('proofs-invalid.json'), ...read<Invalid>('witnesses-invalid.json')]

/** Writes the files with UPDATE_GOLDEN=1. */
test('the vectors are up to date (UPDATE_GOLDEN=1 npx vitest run --project proof proof/test/vectors.test.ts)', async () => {
  for (const [name, value] of Object.entries(await makeVectors())) {
    const made = `${JSON.stringify(value, null, 1)}\n`
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(fileOf(`vectors/${name}`), made)
    expect(text(`vectors/${name}`)).toBe(made)
  }
})

test('merkle.json: leaves, roots and paths are computed', () => {
  type Tree = { size: number; root: string; paths: { index: number; path: string[] }[] }
  type Leaf = { digest: string; commitment: string; leaf: string }
  const { leaves, trees } = read<{ leaves: Leaf[]; trees: Tree[] }>('merkle.json')
  for (const { digest, commitment, leaf } of leaves) {
    expect(toHex(leafHash(fromHex(digest), fromHex(commitment)))).toBe(leaf)
  }
  for (const { size, root, paths } of trees) {
    const made = Array.from({ length: size }, (_, i) => sha256(utf8(`tallystick vectors: leaf ${i}`)))
    expect(toHex(merkleRoot(made))).toBe(root)
    for (const { index, path } of paths) {
      expect(toHex(rootFromPath(made[index]!, index, size, path.map(fromHex)))).toBe(root)
      const from = index - (index % TILE)
      expect(tiledPath(made.slice(from, from + TILE), tileRoots(made), index, size).map(toHex)).toEqual(path)
    }
  }
})

test('jcs.json: canonical text and commitments are computed', () => {
  type Case = { value: JsonValue; canonical: string; salt: string; commitment: string }
  for (const { value, canonical, salt, commitment: expected } of read<Case[]>('jcs.json')) {
    expect(canonicalize(value)).toBe(canonical)
    expect(toHex(commitment(fromHex(salt), value))).toBe(expected)
  }
})

test('trie.json: roots and proofs are computed, and the proofs verify', () => {
  type Block = { count: number; transactionsRoot: string; proofs: { index: number; proof: string[] }[] }
  const { transactions, blocks } = read<{ transactions: string[]; blocks: Block[] }>('trie.json')
  for (const { count, transactionsRoot, proofs } of blocks) {
    const trie = transactionTrie(transactions.slice(0, count).map(chainBytes))
    expect(`0x${toHex(trie.root)}`).toBe(transactionsRoot)
    for (const { index, proof } of proofs) {
      expect(trie.proof(index).map((node) => `0x${toHex(node)}`)).toEqual(proof)
      expect(`0x${toHex(verifyTrieProof(trie.root, index, proof.map(chainBytes)))}`).toBe(transactions[index])
    }
  }
})

test.each(read<OutsideCase[]>('outside.json'))('outside.json: $name', (one) => {
  const { proof, blockHash = '', checkpoints, signers = [] } = one
  const listed = checkpoints === undefined ? [] : knownByCheckpoints(checkpoints, signers)
  const { outcome, failure, caveats } = verifyProof(proof, { known: [knownByHash(blockHash) ?? [], listed].flat() })
  expect({ outcome, code: failure?.code, caveats: caveats.map(({ code }) => code) }).toEqual({
    outcome: one.outcome,
    code: one.code,
    caveats: one.caveats,
  })
})

describe('a proof document', () => {
  const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(text('schema/proof.v1.json')))

  test.each(Object.entries(valid))('is accepted when valid: %s', (_, proof) => {
    expect(accepts(proof), JSON.stringify(accepts.errors)).toBe(true)
    const verdict = verifyProof(proof)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.outcome).toBe('consistent')
    expect(verifyProof(proof, { digest: fromHex(proof.hash) }).failure).toBeUndefined()
  })

  test.each(invalid)('is refused when invalid: $name', ({ code, proof }) => {
    const verdict = verifyProof(proof)
    expect(verdict.outcome).toBe('refused')
    expect(verdict.failure?.code).toBe(code)
    expect(verdict.checks.at(-1)).toMatchObject({ status: 'fail', detail: verdict.failure?.detail })
    if (code === 'unsupported') expect(accepts(proof)).toBe(false)
  })

  /** Tried in every member of the document and of its anchor. */
  const wrongValues = [
    undefined,
    null,
    '',
    'x',
    'AB',
    '0x',
    -1,
    1.5,
    2 ** 53,
    true,
    [],
    {},
    [1],
    ['zz'],
    'a\u001b[2Jb',
    '\u202egnp',
    '\ud800',
    'n'.repeat(201),
    '😀'.repeat(150),
  ]
  const anchored = valid['access list transaction']!
  const [anchor] = anchored.anchors
  const stored = valid['state proof']!
  const [storedAnchor] = stored.anchors
  const inWitness = (name: string, change: (value: object) => object) => {
    return { ...witnessed[name], witnesses: witnessed[name]!.witnesses!.map(change) }
  }
  const changes: Record<string, (change: (value: object) => object) => object> = {
    document: (change) => change(anchored),
    anchor: (change) => ({ ...anchored, anchors: [change(anchor!)] }),
    'anchor with a state proof': (change) => ({ ...stored, anchors: [change(storedAnchor!)] }),
    'witness that is an authority': (change) => inWitness('an authority, a tree of one', change),
    'witness that is a calendar': (change) => inWitness('a calendar', change),
    'witness that is a chain': (change) => inWitness('another chain', change),
    'anchor of a witness': (change) =>
      inWitness('another chain', (witness) => {
        return { ...witness, anchor: change((witness as { anchor: object }).anchor) }
      }),
    'state proof': (change) => {
      return { ...stored, anchors: [{ ...storedAnchor, stateProof: change(storedAnchor!.stateProof!) }] }
    },
  }
  const members = [
    ...[...Object.keys(anchored), 'salt only', 'extra'].map((name) => ['document', name] as const),
    ...Object.keys({ ...anchor, ...storedAnchor }).map((name) => ['anchor', name] as const),
    ...['stateProof', 'transactionIndex', 'trieProof'].map((name) => ['anchor with a state proof', name] as const),
    ...['kind', 'leafIndex', 'treeSize', 'path', 'root', 'authority', 'token', 'ots', 'calendar', 'extra'].map(
      (name) => ['witness that is an authority', name] as const,
    ),
    ...['kind', 'calendar', 'ots', 'token', 'anchor'].map((name) => ['witness that is a calendar', name] as const),
    ...['kind', 'anchor', 'token'].map((name) => ['witness that is a chain', name] as const),
    ...['chain', 'blockHash', 'stateProof', 'extra'].map((name) => ['anchor of a witness', name] as const),
    ...['accountProof', 'storageProof', 'extra'].map((name) => ['state proof', name] as const),
  ]

  test.each(members)('is judged alike by schema and parser with wrong values in its %s of %s', (where, member) => {
    for (const wrong of wrongValues) {
      const document = changes[where]!((value) => JSON.parse(JSON.stringify({ ...value, [member]: wrong })))
      let read = true
      try {
        parseProof(document)
      } catch {
        read = false
      }
      expect([wrong, accepts(document)]).toEqual([wrong, read])
    }
  })

  test.each([
    ['characters that steer a terminal or a line', /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e]/u, false],
    ['format characters younger than some runtimes', /[\u{13439}-\u{1343f}\u0890\u0891]/u, false],
    ['letters, marks, symbols and spaces', /[\p{L}\p{M}\p{S}\p{Zs}]/u, true],
  ])("allows only readable characters in its network's name: %s", (_, characters, isAccepted) => {
    const document = (network: string) => ({ ...anchored, anchors: [{ ...anchor!, network }] })
    const reads = (network: string) => {
      try {
        parseProof(document(network))
        return true
      } catch {
        return false
      }
    }
    const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) =>
      characters.test(String.fromCodePoint(code)),
    )
    // Accepted characters are accepted together; a refused one has to be refused alone.
    const together = isAccepted ? 100 : 1
    const wrong: string[] = []
    for (let at = 0; at < all.length; at += together) {
      const some = all.slice(at, at + together)
      if (reads(String.fromCodePoint(...some)) === isAccepted) continue
      const found = some.filter((code) => reads(String.fromCodePoint(code)) !== isAccepted)
      wrong.push(...found.map((code) => `U+${code.toString(16)}`))
    }
    expect(wrong).toEqual([])
    for (const code of all.filter((code) => code < 0x1000)) {
      if (accepts(document(String.fromCodePoint(code))) !== isAccepted)
        wrong.push(`U+${code.toString(16)} by the schema`)
    }
    expect(wrong).toEqual([])
  })

  test('is judged alike by schema and parser on members that come with the block', () => {
    for (const state of ['submitted', 'confirmed', 'final'] as const) {
      for (const proof of Object.values(valid)) {
        const document = { ...proof, state, anchors: proof.anchors.map((each) => ({ ...each, state })) }
        const fits = (proof.state === 'submitted') === (state === 'submitted')
        expect(accepts(document)).toBe(fits)
        expect(verifyProof(document).failure?.detail ?? '').toMatch(
          fits ? /^$|checksum/ : /not in a block yet|is missing/,
        )
      }
    }
  })
})
