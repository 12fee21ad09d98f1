import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { type ProofDocument, withChecksum } from '../src/format.js'
import { judge } from '../src/judge.js'
import { briefsOf } from '../src/many/brief.js'
import { pairProofs } from '../src/many/pair.js'
import { originalLength, originalMarker } from '../src/original/marker.js'
import { originalOf } from '../src/original/original.js'
import { verifyProof } from '../src/verify.js'
import { vectorCopy } from './vectors/stamped-copy.js'

const { original, copy } = vectorCopy
const proof = (
  JSON.parse(readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8')) as Record<
    string,
    ProofDocument
  >
)['stamped copy']!
const start = { length: original.length, digest: sha256(original) }
const changed = concat(copy, utf8('more'))
const about = (finding: ReturnType<typeof verifyProof>) =>
  finding.caveats.find(({ code }) => code === 'original')?.facts

describe('the proof of a stamped copy', () => {
  test('fits the copy, and says whether that begins with the original', () => {
    const named = toHex(sha256(original))
    const digest = sha256(copy)
    expect(about(verifyProof(proof, { digest, start }))).toEqual({
      case: 'inside',
      original: named,
      bytes: original.length,
    })
    expect(about(verifyProof(proof, { digest }))).toEqual({ case: 'claimed', original: named })
    const other = { length: 3, digest: sha256(utf8('%PD')) }
    expect(about(verifyProof(proof, { digest, start: other }))).toEqual({ case: 'claimed', original: named })
  })

  test('fits the original, which its details name', () => {
    const finding = verifyProof(proof, { digest: sha256(original) })
    expect(finding.outcome).toBe('consistent')
    expect(about(finding)).toEqual({ case: 'given', copy: proof.hash })
  })

  test('refuses a changed copy, and has a finding on the original that is left of it', () => {
    const finding = verifyProof(proof, { digest: sha256(changed), start })
    expect(finding.failure).toMatchObject({ code: 'digest', facts: { case: 'copy', bytes: original.length } })
    expect(finding.original?.outcome).toBe('consistent')
    expect(about(finding.original!)).toEqual({ case: 'given', copy: proof.hash })
  })

  test('refuses a changed copy that begins with something else', () => {
    const finding = verifyProof(proof, { digest: sha256(changed), start: { length: 3, digest: sha256(utf8('%PD')) } })
    expect(finding.failure).toMatchObject({ code: 'digest', facts: { case: 'file' } })
    expect(finding).not.toHaveProperty('original')
  })

  test('names no original when its details are forged or erased', () => {
    const other = utf8('another')
    const { checksum: _, ...rest } = proof
    const forged = withChecksum({ ...rest, details: { ...rest.details, originalDocHash: toHex(sha256(other)) } })
    for (const digest of [sha256(other), sha256(changed)]) {
      const finding = verifyProof(forged, { digest, start: { length: other.length, digest: sha256(other) } })
      expect(finding.failure?.code).toBe('commitment')
      expect(finding).not.toHaveProperty('original')
    }
    const { salt: __, details: ___, ...erased } = rest
    const finding = verifyProof(withChecksum(erased as ProofDocument), { digest: sha256(original), start })
    expect(finding.failure).toMatchObject({ code: 'digest', facts: { case: 'file' } })
  })

  test('is paired with the original, unless that has a proof of its own', async () => {
    const json = { form: 'json', json: proof } as const
    const [brief] = await briefsOf(json, (evidence, digest) => judge(evidence, digest))
    const given = { path: 'contract.pdf', digests: [toHex(sha256(original))] }
    const ofCopy = { path: 'copy.json', brief: brief! }
    expect(pairProofs([given], [ofCopy]).pairs).toEqual([{ document: given, proofs: [ofCopy] }])
    const own = { path: 'own.json', brief: { ...brief!, hash: given.digests[0]! } }
    expect(pairProofs([given], [ofCopy, own]).pairs).toEqual([{ document: given, proofs: [own] }])
  })
})

test.each([undefined, 7, '', 'not a hash at all', 'ab'.repeat(48), proof.hash])(
  'details that name %j name no original',
  (named) => {
    expect(originalOf({ ...proof, details: { ...proof.details, originalDocHash: named as string } })).toBeUndefined()
  },
)

test('capitals of a named hash do not count', () => {
  const named = toHex(sha256(original))
  expect(originalOf({ ...proof, details: { originalDocHash: named.toUpperCase() } })).toBe(named)
})

describe('the marker', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })

  test('is found after any original, whatever follows and however much of the end is read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), bytes, fc.nat(300), (first, rest, cut) => {
        const file = concat(first, originalMarker(first.length), rest)
        const tail = file.subarray(Math.min(cut, first.length))
        expect(originalLength(tail, file.length)).toBe(first.length)
      }),
    )
  })

  test('of a copy of a copy is the last', () => {
    const twice = concat(copy, originalMarker(copy.length), utf8('x'))
    expect(originalLength(twice, twice.length)).toBe(copy.length)
  })

  test.each([
    ['says another length', utf8('abc\n%tallystick-original 2\n')],
    ['has a leading zero', utf8('abc\n%tallystick-original 03\n')],
    ['has no end', utf8('abc\n%tallystick-original 3')],
    ['has nothing before it', utf8('\n%tallystick-original 0\n')],
    ['is absent', utf8('abc')],
  ])('that %s is none', (_, file) => {
    expect(originalLength(file, file.length)).toBeUndefined()
  })
})
