import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test, vi } from 'vitest'
import { fileText, makeVectors } from '../scripts/make-vectors.js'
import { commitment } from '../src/commitment.js'
import { type ProofDocument, parseProof } from '../src/format.js'
import { fromHex, sha256, toHex, utf8 } from '../src/hash.js'
import { canonicalize, type JsonValue } from '../src/jcs.js'
import { leafHash, merkleRoot, rootFromPath, TILE, tiledPath, tileRoots } from '../src/merkle.js'
import { transactionTrie, verifyTrieProof } from '../src/ethereum/trie.js'
import { verifyProof } from '../src/verify.js'

vi.setConfig({ testTimeout: 60_000 })

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const read = <T>(name: string): T => JSON.parse(text(`vectors/${name}`))
const chainBytes = (value: string) => fromHex(value.slice(2))

const valid = read<Record<string, ProofDocument>>('proofs-valid.json')
const invalid = read<{ name: string; code: string; proof: unknown }[]>('proofs-invalid.json')

test('the vectors are what the script makes (npx tsc -b proof && node proof/scripts/make-vectors.js)', async () => {
  for (const [name, value] of Object.entries(await makeVectors())) expect(text(`vectors/${name}`)).toBe(fileText(value))
})

test('merkle.json', () => {
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

test('jcs.json', () => {
  type Case = { value: JsonValue; canonical: string; salt: string; commitment: string }
  for (const { value, canonical, salt, commitment: expected } of read<Case[]>('jcs.json')) {
    expect(canonicalize(value)).toBe(canonical)
    expect(toHex(commitment(fromHex(salt), value))).toBe(expected)
  }
})

test('trie.json', () => {
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

describe('proof documents', () => {
  const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(text('schema/proof.v1.json')))

  test.each(Object.entries(valid))('valid: %s', (_, proof) => {
    expect(accepts(proof), JSON.stringify(accepts.errors)).toBe(true)
    const verdict = verifyProof(proof)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.outcome).toBe(proof.state === 'submitted' ? 'not-anchored' : 'verified')
    expect(verifyProof(proof, { digest: fromHex(proof.hash) }).failure).toBeUndefined()
  })

  test.each(invalid)('invalid: $name', ({ code, proof }) => {
    const verdict = verifyProof(proof)
    expect(verdict.outcome).toBe('refused')
    expect(verdict.failure?.code).toBe(code)
    expect(verdict.checks.at(-1)).toMatchObject({ status: 'fail', detail: verdict.failure?.message })
    if (code === 'unsupported') expect(accepts(proof)).toBe(false)
  })

  /** One wrong thing each, in any member of the document or of its anchor. */
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

  test.each([...Object.keys(anchored), ...Object.keys(anchor!).map((name) => `anchor ${name}`), 'salt only', 'extra'])(
    'schema and reader agree on wrong values of %s',
    (name) => {
      for (const wrong of wrongValues) {
        const inAnchor = name.startsWith('anchor ')
        const member = inAnchor ? name.slice(7) : name
        const changed = (value: object) => JSON.parse(JSON.stringify({ ...value, [member]: wrong }))
        const document = inAnchor ? { ...anchored, anchors: [changed(anchor!)] } : changed(anchored)
        let read = true
        try {
          parseProof(document)
        } catch {
          read = false
        }
        expect([wrong, accepts(document)]).toEqual([wrong, read])
      }
    },
  )

  test('schema and reader agree that block members come with the block', () => {
    for (const state of ['submitted', 'confirmed', 'final'] as const) {
      for (const proof of Object.values(valid)) {
        const document = { ...proof, state, anchors: proof.anchors.map((each) => ({ ...each, state })) }
        const fits = (proof.state === 'submitted') === (state === 'submitted')
        expect(accepts(document)).toBe(fits)
        expect(verifyProof(document).failure?.message ?? '').toMatch(fits ? /^$|checksum/ : /no block yet|is missing/)
      }
    }
  })
})
