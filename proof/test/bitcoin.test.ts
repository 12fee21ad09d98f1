import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { type ProofDocument, withChecksum } from '../src/format.js'
import { type BitcoinHeader, bitcoinTimes, readBitcoinHeader } from '../src/ots/bitcoin.js'
import { verifyProof } from '../src/verify.js'
import { englishWords } from '../src/words/en.js'
import { sayCaveat } from '../src/words/say.js'

/** Block 500,000 of Bitcoin. */
const real = fromHex(
  '000000201929eb850a74427d0440cf6b518308837566cd6d0662790000000000000000001f6231ed3de07345b607ec2a39b2d01bec2fe10dfb7f516ba4958a42691c95316d0a385a459600185599fc5c',
)
/** Block 692,326: since 2020, Bitcoin's difficulty was never lower. */
const easiestSince2020 = fromHex(
  '04004020ab8e48130087dafb0abd6c9e91c215bac0a4593742420800000000000000000074bd989b1dd5bf0b83ff6bf91686693d0aaf3344298a1cf776b7927e8b15eaadef00fb60249614171e3a6354',
)
/** Bitcoin's first block. */
const first = fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
)
const proofs: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/witnesses-valid.json', import.meta.url), 'utf8'),
)
const proof = proofs['a calendar']!
/** The file of the vectors attests its own digest, the root of the witnessed tree. */
const attested = fromHex(proof.witnesses![0]!.root)
const headerOf = (merkleRoot: Uint8Array): BitcoinHeader => ({
  hash: '0'.repeat(20) + 'a'.repeat(44),
  merkleRoot,
  time: '2026-09-21T18:00:00.000Z',
})

describe('a Bitcoin header', () => {
  test('shows its hash, root and time by its own work', () => {
    const { hash, merkleRoot, time } = readBitcoinHeader(real)
    expect(hash).toBe('00000000000000000024fb37364cbf81fd49cc2d51c09c75c35433c3a1945d04')
    expect(toHex(merkleRoot.reverse())).toBe('31951c69428a95a46b517ffb0de12fec1bd0b2392aec07b64573e03ded31621f')
    expect(time).toBe('2017-12-18T18:35:25.000Z')
  })

  test('is taken when Bitcoin itself had the least work of its time', () => {
    expect(readBitcoinHeader(easiestSince2020)).toMatchObject({
      hash: '0000000000000000000a7a7f911a7c4eeee6f15493cc428b3b86bb72213b60c3',
      time: '2021-07-23T17:48:31.000Z',
    })
  })

  test('is refused with any bit changed', () => {
    fc.assert(
      fc.property(fc.nat(79), fc.nat(7), (at, bit) => {
        expect(() => readBitcoinHeader(real.with(at, real[at]! ^ (1 << bit)))).toThrow(ProofError)
      }),
    )
  })

  test('is refused with less work than Bitcoin had at its time, which is cheap to do', () => {
    const easy = Uint8Array.from(real)
    const view = new DataView(easy.buffer)
    // One hash in sixteen will do.
    view.setUint32(72, 0x20_0f_ff_ff, true)
    for (let nonce = 0; BigInt(`0x${toHex(sha256(sha256(easy)).reverse())}`) > 0x0fffffn << 232n; nonce++) {
      view.setUint32(76, nonce, true)
    }
    expect(() => readBitcoinHeader(easy)).toThrow("less work than Bitcoin's blocks had at its time, 2017-12-18")
  })

  test('is refused when it is older than the calendars, has no target, or another length', () => {
    expect(() => readBitcoinHeader(first)).toThrow('before there were OpenTimestamps calendars')
    for (const bits of [0x1880_9645, 0x0200_9645, 0xff00_9645, 0x1800_0000]) {
      const other = Uint8Array.from(real)
      new DataView(other.buffer).setUint32(72, bits, true)
      expect(() => readBitcoinHeader(other)).toThrow('states no target')
    }
    for (const length of [0, 79]) expect(() => readBitcoinHeader(real.subarray(0, length))).toThrow('has 80 bytes')
    expect(() => readBitcoinHeader(new Uint8Array(81))).toThrow('not 81')
  })
})

describe("a calendar's word", () => {
  const judged = (headers: readonly BitcoinHeader[], document = proof) => {
    const { outcome, sources, caveats, time, failure } = verifyProof(document, {
      times: bitcoinTimes(document, headers),
    })
    return {
      outcome,
      sources,
      codes: caveats.map(({ code }) => code),
      time,
      code: failure?.code,
      caveats,
    }
  }

  test('is called so while no header was compared', () => {
    const { outcome, caveats } = judged([])
    expect(outcome).toBe('consistent')
    expect(sayCaveat(caveats.find(({ code }) => code === 'witness-not-checked')!, englishWords)).toMatch(
      /^That Bitcoin has a block about this is by the word of “calendar\.example” /,
    )
  })

  test('is confirmed by the header that its attestation leads to, within two hours', () => {
    const found = judged([headerOf(sha256(utf8('another'))), headerOf(attested)])
    expect(found).toMatchObject({
      outcome: 'confirmed',
      sources: [{ kind: 'bitcoin-header', name: headerOf(attested).hash }],
      time: {
        earliest: '2026-09-21T16:00:00.000Z',
        latest: '2026-09-21T20:00:00.000Z',
        clocks: [{ kind: 'bitcoin' }],
      },
    })
    expect(found.codes).toContain('bitcoin-place-unknown')
    expect(found.codes).not.toContain('witness-not-checked')
    expect(found.codes).not.toContain('revocation-unknown')
  })

  test('is refused by a header that none leads to', () => {
    expect(judged([headerOf(sha256(utf8('another')))])).toMatchObject({ outcome: 'refused', code: 'block' })
  })

  test('is open when its file cannot be read further', () => {
    const witness = proof.witnesses![0]!
    const cut = { ...witness, ots: 'ots' in witness ? witness.ots.slice(0, -2) : '' }
    const document = withChecksum({ ...proof, witnesses: [cut as never] })
    expect(judged([], document).outcome).toBe('consistent')
    expect(judged([headerOf(attested)], document)).toMatchObject({ outcome: 'refused', code: 'block' })
  })
})
