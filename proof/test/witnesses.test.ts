import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { timestampCaveats } from '../src/caveats.js'
import { ProofError } from '../src/errors.js'
import { type ProofDocument, type ProofWitness, withChecksum } from '../src/format.js'
import { recordOf } from '../src/record.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'
import type { CheckedToken, KnownTime } from '../src/trust/known-times.js'
import { verifyProof } from '../src/verify.js'
import { englishWords } from '../src/words/en.js'
import { sayCaveat } from '../src/words/say.js'

const read = (name: string): Record<string, ProofDocument> =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
const witnessed = read('witnesses-valid.json')
const stamped = witnessed['an authority, a tree of one']!
const [authority] = stamped.witnesses as [Extract<ProofWitness, { kind: 'rfc3161' }>]
const [anchor] = stamped.anchors
const chained = witnessed['another chain']!
const [chain] = chained.witnesses as [Extract<ProofWitness, { kind: 'chain' }>]

/** The vectors' block is of this time. */
const blockTime = `${anchor!.blockTime}`
const later = new Date(Date.parse(blockTime) + 60_000).toISOString()
const time = (at: string): KnownTime => ({
  token: authority.token,
  time: at,
  validUntil: '2040-01-01T00:00:00.000Z',
  source: { kind: 'authority', name: 'Test Clock' },
})
const node = ({ chain, blockHash, blockNumber }: ProofDocument['anchors'][number]): KnownBlock => {
  return { chain, number: blockNumber!, hash: blockHash!, source: { kind: 'node', name: 'node.example' } }
}
const codes = ({ caveats }: ReturnType<typeof verifyProof>) => caveats.map(({ code }) => code)

describe('an authority', () => {
  test('confirms a proof of a private chain by its own time, whether or not a node vouches for the block', () => {
    for (const known of [[], [node(anchor!)]]) {
      const verdict = verifyProof(stamped, { times: [time(later)], known })
      expect(verdict).toMatchObject({ outcome: 'confirmed', time: { latest: later } })
      expect(verdict.sources).toEqual([{ kind: 'authority', name: 'Test Clock' }])
      expect(verdict.anchor).toBeUndefined()
      expect(codes(verdict)).not.toContain('private-chain')
      expect(codes(verdict)).not.toContain('witness-not-checked')
    }
  })

  test('leaves open whether its certificates were revoked, and says when one has expired', () => {
    const of = (now?: string) =>
      codes(verifyProof(stamped, { times: [time(later)], ...(now === undefined ? {} : { now: Date.parse(now) }) }))
    expect(of('2039-12-31T00:00:00Z')).toContain('revocation-unknown')
    expect(of('2039-12-31T00:00:00Z')).not.toContain('certificate-expired')
    expect(of('2040-01-02T00:00:00Z')).toEqual(expect.arrayContaining(['certificate-expired', 'revocation-unknown']))
    // Without a clock, nothing counts as expired; without the token's time, its certificates don't count.
    expect(of()).not.toContain('certificate-expired')
    expect(codes(verifyProof(stamped, { times: [] }))).not.toContain('revocation-unknown')
  })

  describe('whose token is recorded in a later block', () => {
    const recorded = witnessed['a recorded token']!
    const [witness] = recorded.witnesses as [Extract<ProofWitness, { kind: 'rfc3161' }>]
    const [record] = witness.recorded!.anchors
    const after = { times: [time(later)], now: Date.parse('2041-01-01T00:00:00Z') }
    const onEthereum = { ...record!, chain: 'eip155:1' }
    const known = (anchor: ProofDocument['anchors'][number]) => [
      { anchor, sources: [node(anchor).source], unpinned: [] },
    ]
    const proofOf = (anchor: ProofDocument['anchors'][number]): ProofDocument => {
      return { ...recorded, witnesses: [{ ...witness, recorded: { ...witness.recorded!, anchors: [anchor] } }] }
    }

    test('outlives its certificate, by a block that someone vouches for', () => {
      const found = recordOf(witness.token, proofOf(onEthereum), known(onEthereum))
      expect(found?.anchor).toBe(onEthereum)
      const [existed, revocation] = timestampCaveats(time(later), found?.anchor, after.now)
      expect(existed?.code).toBe('token-recorded')
      expect(sayCaveat(existed!, englishWords)).toMatch(
        /^A certificate behind the time of “Test Clock” expired at 2040-01-01 00:00:00 UTC\. The token itself existed before: block 9000 of Ethereum, dated .* records it\.$/,
      )
      expect(sayCaveat(revocation!, englishWords)).toContain('was revoked before block 9000 of Ethereum')
      const late = { ...time(later), validUntil: `${blockTime}` }
      expect(timestampCaveats(late, found?.anchor, after.now)[0]?.code).toBe('certificate-expired')
    })

    test("ages with a block that no one vouches for, with another token's, and with one of a private chain", () => {
      const others = [{ anchor: onEthereum, sources: [], unpinned: [] }]
      expect(recordOf(witness.token, proofOf(onEthereum), others)).toBeUndefined()
      expect(recordOf('00', proofOf(onEthereum), known(onEthereum))).toBeUndefined()
      const verdict = verifyProof(recorded, { ...after, known: [node(record!)] })
      expect(verdict).toMatchObject({ outcome: 'confirmed', time: { latest: later } })
      expect(codes(verdict)).toContain('certificate-expired')
    })

    test('takes more than this block, which another reader of the token cannot tie to the document', () => {
      const known = [{ hash: record!.blockHash!, source: { kind: 'block-hash', name: '' } } as const]
      expect(verifyProof(recorded, { known }).outcome).toBe('consistent')
      const other = [{ ...node(record!), hash: `0x${'00'.repeat(32)}` }]
      expect(verifyProof(recorded, { known: other }).failure?.code).toBe('block')
    })
  })

  test('confirms a proof that has no block yet', () => {
    const waiting = witnessed['an authority before there is a block']!
    const verdict = verifyProof(waiting, { times: [time(later)] })
    expect(verdict).toMatchObject({ outcome: 'confirmed', time: { latest: later } })
    expect(verdict.caveats).toContainEqual({ code: 'not-in-block', facts: { case: 'beside' } })
  })

  test('that the reader does not trust, or whose token was not read, confirms nothing', () => {
    const open: CheckedToken[] = [{ token: authority.token, open: 'unknown authority' }]
    for (const times of [[], open, [{ ...time(later), token: 'ab' }]]) {
      const verdict = verifyProof(stamped, { times })
      expect(verdict.outcome).toBe('consistent')
      expect(verdict.time).toBeUndefined()
      expect(codes(verdict)).toContain('witness-not-checked')
    }
  })

  test('refuses a proof with a forged token, or one from the future', () => {
    const failure = new ProofError('token', 'the timestamp token has an invalid signature')
    const forged = verifyProof(stamped, { times: [{ token: authority.token, failure }], known: [node(anchor!)] })
    expect(forged).toMatchObject({ outcome: 'refused', failure: { code: 'token', check: 'witness' } })
    const early = verifyProof(stamped, { times: [time('2099-01-01T00:00:00.000Z')], now: Date.parse(later) })
    expect(early).toMatchObject({ outcome: 'refused', failure: { code: 'block-time', check: 'witness' } })
  })
})

describe('another chain', () => {
  test("is compared like the anchors' chain, and the verdict names the block that was compared", () => {
    // Both are on chain 31337, which is private by its number; the later block is the witness.
    const byOwn = verifyProof(chained, { known: [node(anchor!)] })
    expect(byOwn).toMatchObject({ outcome: 'stated', anchor: { blockHash: anchor!.blockHash } })
    const byWitness = verifyProof(chained, { known: [node(chain.anchor)] })
    expect(byWitness).toMatchObject({ outcome: 'stated', anchor: { blockHash: chain.anchor.blockHash } })
    expect(codes(byWitness)).toContain('others-not-compared')
  })

  test('refuses the proof when a node has another block in its place', () => {
    const other = { ...node(chain.anchor), hash: `0x${'0'.repeat(64)}` }
    expect(verifyProof(chained, { known: [other] })).toMatchObject({ outcome: 'refused', failure: { code: 'block' } })
  })
})

test('the earliest time that is vouched for counts', () => {
  const both = withChecksum({ ...stamped, witnesses: [authority, { ...authority, token: 'ab' }] })
  const times = [time(later), { ...time(blockTime), token: 'ab' }]
  expect(verifyProof(both, { times }).time?.latest).toBe(blockTime)
})

test('a proof without witnesses has neither their check nor their caveat', () => {
  const { witnesses: _, ...rest } = stamped
  const plain = withChecksum(rest as ProofDocument)
  const verdict = verifyProof(plain, { times: [time(later)] })
  expect(verdict.outcome).toBe('consistent')
  expect(verdict.checks.map(({ name }) => name)).not.toContain('witness')
  expect(codes(verdict)).not.toContain('witness-not-checked')
})
