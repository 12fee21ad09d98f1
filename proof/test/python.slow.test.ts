import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { noDebian } from '../../test/debian.js'
import { findPython } from '../../test/python.js'
import { seeded, sized } from '../../test/tier.js'
import { fromHex } from '../src/encoding/hash.js'
import { ProofError } from '../src/errors.js'
import type { ProofDocument } from '../src/format.js'
import { judge } from '../src/judge.js'
import type { ManifestDocument } from '../src/manifest/document.js'
import { knownByHash } from '../src/trust/known-blocks.js'
import { Dice } from './python/dice.js'
import { limitCases } from './python/limit-cases.js'
import { type Mutant, mutants } from './python/mutants.js'
import { type Answer, answerOf, askPython, evidenceOf } from './python/second-verifier.js'
import { bytesOf, type FindingVector, wholeFinding } from './vectors/finding-vectors.js'
import type { OutsideCase } from './vectors/outside-vectors.js'

// The verifier in Python was written from docs/proof-format.md. Where the two disagree, the document left something open.

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
const proofs = ['proofs-valid.json', 'witnesses-valid.json'].flatMap((name) => {
  return Object.values(read<Record<string, ProofDocument>>(name))
})
const manifests = Object.values(read<Record<string, ManifestDocument>>('manifests-valid.json'))
const invalid = [
  ...read<{ proof: unknown }[]>('proofs-invalid.json').map(({ proof }) => proof),
  ...read<{ proof: unknown }[]>('witnesses-invalid.json').map(({ proof }) => proof),
  ...read<{ manifest: unknown }[]>('manifests-invalid.json').map(({ manifest }) => manifest),
]
const outside = read<OutsideCase[]>('outside.json')
const now = Date.parse('2030-01-01T00:00:00.000Z') / 1000
const python = await findPython()

const limited = limitCases(proofs[0]!, manifests.find(({ blocks }) => blocks.length > 0)!)

/** Outcomes that mutants of every run have. */
const often = [
  'confirmed',
  'stated',
  'consistent',
  'format: malformed',
  'format: unsupported',
  'checksum: malformed',
  'commitment: commitment',
  'commitment: not-canonical-json',
  'tree: tree',
  'tree: root',
  'transaction: anchor',
  'transaction: rlp',
  'transaction: transaction',
  'block: anchor',
  'block: header',
  'block: rlp',
  'block: trie',
  'block: block-time',
  'chain: block',
]

/** Answers as the command does. */
async function firstVerifier({ evidence, digest, blockHash }: Mutant): Promise<Answer> {
  const known = [knownByHash(blockHash ?? '') ?? []].flat()
  const file = digest === undefined ? undefined : fromHex(digest)
  const found = await evidenceOf(evidence)
  // In Python, a manifest is compared with a folder only.
  const isManifest = !(found instanceof ProofError) && found.form === 'manifest'
  return answerOf(judge(found, isManifest ? undefined : file, { known, now: now * 1000 }))
}

const reasonOf = ({ outcome, failure }: Answer) => (failure ? `${failure.check}: ${failure.code}` : outcome)

/** The whole findings that vectors hold, as far as they are about what this verifier reads: JSON, and the hash of one block. */
const vectors = () => {
  const names = [
    'proofs-valid',
    'proofs-invalid',
    'witnesses-valid',
    'witnesses-invalid',
    'manifests-valid',
    'manifests-invalid',
  ]
  const documents = Object.fromEntries(names.map((name) => [`${name}.json`, read(`${name}.json`)])) as never
  const asked = read<FindingVector[]>('findings.json').filter(({ ots, times, known = [] }) => {
    return !ots && !times && known.every(({ source }) => source.kind === 'block-hash')
  })
  return asked.map((vector) => {
    const { known = [], digest, start, now, finding } = vector
    const blockHash = known[0]?.hash
    const mutant: Mutant = {
      evidence: bytesOf(vector, documents),
      now: now / 1000,
      ...(digest !== undefined && { digest }),
      ...(start && { start }),
      ...(blockHash !== undefined && { blockHash }),
    }
    return { mutant, finding }
  })
}

test.skipIf(python === null)(
  `the verifier in Python finds what the vectors say, in the same words (${noDebian})`,
  async () => {
    const asked = vectors()
    const answers = await askPython(
      python!,
      asked.map(({ mutant }) => mutant),
      now,
    )
    expect(answers.map(wholeFinding)).toEqual(asked.map(({ finding }) => finding))
    const outcomes = new Set(asked.map(({ finding }) => finding.outcome))
    expect(outcomes).toEqual(new Set(['confirmed', 'stated', 'consistent', 'refused']))
  },
)

describe.skipIf(python === null)(`the verifier in Python (${noDebian})`, () => {
  let asked: { mutant: Mutant; first: Answer; second: Answer }[] = []

  beforeAll(async () => {
    const vectors = [...proofs, ...manifests, ...invalid].map((json) => ({
      evidence: Buffer.from(JSON.stringify(json)),
    }))
    const given = outside.flatMap(({ proof, blockHash, checkpoints }) =>
      checkpoints === undefined
        ? [{ evidence: Buffer.from(JSON.stringify(proof)), ...(blockHash && { blockHash }) }]
        : [],
    )
    const known = [...vectors, ...given, ...limited.flatMap(({ at, above }) => [at, above])]
    const ours: { mutant: Mutant; first: Answer }[] = []
    for (const mutant of known) ours.push({ mutant, first: await firstVerifier(mutant) })
    // So many, and more until every outcome has come.
    const missing = new Set(often)
    for (const { first } of ours) missing.delete(reasonOf(first))
    const leastMutants = known.length + sized({ short: 700, long: 5000 })
    for (const mutant of mutants(20_000, proofs, manifests, new Dice(seeded('mutants for Python')))) {
      if (ours.length >= leastMutants && missing.size === 0) break
      const first = await firstVerifier(mutant)
      ours.push({ mutant, first })
      missing.delete(reasonOf(first))
    }
    const second = await askPython(
      python!,
      ours.map(({ mutant }) => mutant),
      now,
    )
    expect(second).toHaveLength(ours.length)
    asked = ours.map((one, i) => ({ ...one, second: second[i]! }))
  })

  test('agrees with this package on everything that a finding has, and on its words', () => {
    for (const { mutant, first, second } of asked) {
      if (isDeepStrictEqual(second, first)) continue
      expect(second, `asked for ${Buffer.from(mutant.evidence.subarray(0, 10_000)).toString()}`).toEqual(first)
    }
  })

  test('was compared on both sides of every limit', () => {
    const answerTo = (asking: Mutant) => {
      return reasonOf(asked.find(({ mutant }) => mutant === asking)!.first)
    }
    for (const { limit, at, above } of limited) {
      const first = answerTo(above)
      expect(first, limit).toMatch(/: (malformed|rlp)$/)
      expect(answerTo(at), limit).not.toEqual(first)
    }
  })

  test('was compared for every kind of damage', () => {
    const reasons = asked.map(({ first }) => reasonOf(first))
    for (const reason of often) expect(reasons).toContain(reason)
  })
})
