import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computingMs } from '../../test/computing.js'
import { runs, seeded, sized } from '../../test/tier.js'
import { ANCHOR_SELECTOR } from '../src/anchor.js'
import { fromHex, keccak256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { proofErrorCodes } from '../src/errors.js'
import { decodeTransaction } from '../src/ethereum/transaction.js'
import { checkNames } from '../src/finding.js'
import { type ProofDocument, withChecksum } from '../src/format.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'
import { verifyProof } from '../src/verify.js'
import { englishWords } from '../src/words/en.js'
import { sayCaveat } from '../src/words/say.js'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
const valid: Record<string, ProofDocument> = read('proofs-valid.json')
const full = valid['last of an odd tree, SHA-512, final, full block']!
const small = valid['single leaf, single transaction']!
const [anchor] = full.anchors
const trusted = (hash: string): KnownBlock => ({ hash, source: { kind: 'block-hash', name: '' } })

test('the selector belongs to anchor(bytes32)', () => {
  expect(ANCHOR_SELECTOR).toBe(toHex(keccak256(utf8('anchor(bytes32)'))).slice(0, 8))
})

describe('a proof with any byte changed is refused with a reason', () => {
  const texts = new Map(Object.values(valid).map((proof) => [proof, JSON.stringify(proof)]))
  /** Whether a text still means the same: white space may change, and an escape may stand for the same character. */
  const isSame = (text: string, proof: ProofDocument) => {
    try {
      return JSON.stringify(JSON.parse(text)) === texts.get(proof)
    } catch {
      return undefined
    }
  }
  const refused = (text: string, proof: ProofDocument) => {
    if (isSame(text, proof) !== false) return
    const { outcome, failure } = verifyProof(JSON.parse(text))
    expect(outcome, text).toBe('refused')
    expect(failure?.detail.length).toBeGreaterThan(10)
  }

  test('any byte of a small proof, three bits each', () => {
    const text = JSON.stringify(small)
    // Each run changes other bytes, a long one all.
    const step = sized({ short: 5, long: 1 })
    for (let at = Math.floor(seeded('bytes of a proof')() * step); at < text.length; at += step) {
      for (const bit of [1, 4, 32]) {
        refused(text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1), small)
      }
    }
  })

  test('random bytes of all proofs', () => {
    const proofs = Object.values(valid)
    fc.assert(
      fc.property(fc.constantFrom(...proofs), fc.nat(), fc.integer({ min: 32, max: 126 }), (proof, at, code) => {
        const text = JSON.stringify(proof)
        const i = at % text.length
        refused(text.slice(0, i) + String.fromCharCode(code) + text.slice(i + 1), proof)
      }),
      { numRuns: runs(1500) },
    )
  })
})

describe('a proof without a checksum', () => {
  const { checksum: _, ...open } = full
  /** Members that no hash covers: claims of the issuer. The tree size is fixed only as far as it shapes the path (RFC 9162). */
  const claims = new Set(['network', 'private', 'state', 'kind', 'treeSize'])

  test('is refused when any digit of a member covered by a hash changes', () => {
    const random = seeded('digits of proofs')
    const changedText = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === '7' ? '6' : '7') + text.slice(at + 1)
    const tryAll = (value: unknown, put: (changed: unknown) => unknown, name: string) => {
      if (claims.has(name)) return
      if (typeof value === 'number') {
        for (const other of [value + 1, value - 1, value * 2 + 1]) {
          expect([name, verifyProof(put(other)).outcome]).toEqual([name, 'refused'])
        }
      } else if (typeof value === 'string') {
        // Each run changes other digits, a long one many of each text.
        const step = Math.max(1, Math.floor(value.length / sized({ short: 6, long: 40 })))
        for (let at = Math.floor(random() * step); at < value.length; at += step) {
          const changed = changedText(value, at)
          expect([name, at, verifyProof(put(changed)).outcome]).toEqual([name, at, 'refused'])
        }
      } else if (Array.isArray(value)) {
        value.forEach((member, i) => {
          tryAll(member, (changed) => put(value.with(i, changed)), name)
        })
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, member] of Object.entries(value))
          tryAll(member, (changed) => put({ ...value, [key]: changed }), key)
      }
    }
    expect(verifyProof(open).outcome).toBe('consistent')
    tryAll(open, (changed) => changed, '')
  })

  test('gets a verdict that marks the checksum as skipped', () => {
    expect(verifyProof(open).checks.find(({ name }) => name === 'checksum')?.status).toBe('skip')
    expect(withChecksum(open)).toEqual(full)
    expect(withChecksum(full)).toEqual(full)
  })
})

describe('the verdict', () => {
  const statuses = (proof: unknown, options?: Parameters<typeof verifyProof>[1]) =>
    Object.fromEntries(verifyProof(proof, options).checks.map(({ name, status }) => [name, status]))

  test('lists every check, passed or skipped', () => {
    expect(Object.keys(statuses(full))).toEqual(
      // The words are those of a certificate.
      checkNames.filter((name) => name !== 'words' && name !== 'witness'),
    )
    expect(statuses(full)).toMatchObject({ digest: 'skip', commitment: 'ok', block: 'ok', chain: 'skip' })
    const known = { digest: fromHex(full.hash), known: [trusted(anchor!.blockHash!.toUpperCase().replace('0X', '0x'))] }
    expect(new Set(Object.values(statuses(full, known)))).toEqual(new Set(['ok']))
    expect(statuses(valid['legacy transaction, details erased'])).toMatchObject({ commitment: 'skip' })
    expect(statuses(valid['not in a block yet'])).toMatchObject({ transaction: 'ok', block: 'skip' })
  })

  test('refuses another file, and a block other than the trusted one', () => {
    const other = verifyProof(full, { digest: new Uint8Array(64) })
    expect(other.failure).toMatchObject({ code: 'digest', check: 'digest' })
    expect(verifyProof(full, { digest: new Uint8Array(32) }).failure?.code).toBe('digest')
    const known = [trusted(`0x${'00'.repeat(32)}`)]
    expect(verifyProof(full, { known }).failure).toMatchObject({ code: 'block', check: 'chain' })
    expect(verifyProof(valid['not in a block yet'], { known }).failure?.code).toBe('block')
  })

  test('says what vouches for the block, and what it leaves open', () => {
    const codes = (proof: unknown, options?: Parameters<typeof verifyProof>[1]) =>
      verifyProof(proof, options).caveats.map(({ code }) => code)
    expect(verifyProof(full)).toMatchObject({ outcome: 'consistent', sources: [], anchor })
    expect(codes(full)).toEqual(['not-compared', 'private-chain', 'claims', 'no-file'])
    const known = [trusted(anchor!.blockHash!)]
    expect(verifyProof(full, { known })).toMatchObject({
      outcome: 'stated',
      sources: [{ kind: 'block-hash' }],
      time: { latest: anchor!.blockTime, clocks: [{ kind: 'operator', chain: 'eip155:31337' }] },
      anchor,
    })
    expect(codes(full, { known, digest: fromHex(full.hash) })).toEqual(['finality-unknown', 'private-chain', 'claims'])
    expect(codes(valid['not in a block yet'])).toContain('not-in-block')
    expect(verifyProof(valid['not in a block yet'])).toMatchObject({ outcome: 'consistent', sources: [] })
    expect(codes(valid['legacy transaction, details erased'])).toContain('no-details')
  })

  test('says when a block is dated more than two hours before the entry was received', () => {
    const codes = (name: string) => verifyProof(valid[name]).caveats.map(({ code }) => code)
    const misdated = 'dated before it was received'
    expect(codes(misdated)).toEqual(['not-compared', 'private-chain', 'claims', 'times-contradict', 'no-file'])
    const contradiction = verifyProof(valid[misdated]).caveats.find(({ code }) => code === 'times-contradict')
    expect(sayCaveat(contradiction!, englishWords)).toBe(
      'Block 4711 of the private chain with the number 31337 is dated 2026-09-21 14:13:20 UTC, before the issuer received the entry (2026-09-21 16:13:20.001 UTC, as it says): one of the two clocks was wrong.',
    )
    expect(codes('content of a file')).not.toContain('times-contradict')
  })

  test('treats a chain with a development ID as private, whatever the proof claims', () => {
    const claimed = withChecksum({ ...full, anchors: full.anchors.map((each) => ({ ...each, private: false })) })
    expect(verifyProof(claimed).caveats.map(({ code }) => code)).toContain('private-chain')
  })

  test('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { outcome, failure } = verifyProof(value)
        expect(outcome).toBe('refused')
        expect(proofErrorCodes).toContain(failure?.code)
      }),
    )
    for (const value of [undefined, null, [], 'x', 1, { format: 'tallystick-proof', version: 1 }]) {
      expect(verifyProof(value).outcome).toBe('refused')
    }
    const members = Object.keys(small) as (keyof ProofDocument)[]
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (name, value) => {
        if (JSON.stringify(small[name]) !== JSON.stringify(value)) {
          expect(verifyProof({ ...small, [name]: value }).outcome).toBe('refused')
        }
      }),
    )
  })

  test('is refused when one of several anchors is wrong', () => {
    const second = { ...anchor!, blockNumber: anchor!.blockNumber! + 1 }
    expect(verifyProof(withChecksum({ ...full, anchors: [anchor!, anchor!] })).outcome).toBe('consistent')
    expect(verifyProof(withChecksum({ ...full, anchors: [anchor!, second] })).failure?.code).toBe('anchor')
  })

  test('takes little more time than recovering the signer of its transaction', async () => {
    const transaction = fromHex(anchor!.rawTransaction.slice(2))
    const repeated = (work: () => unknown) => computingMs(() => Array.from({ length: 5 }, work), 4)
    const whole = await repeated(() => verifyProof(full))
    expect(whole / (await repeated(() => decodeTransaction(transaction)))).toBeLessThan(8)
  })
})
