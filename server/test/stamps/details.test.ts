import { canonicalize } from '@tallystick/proof'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { newUuid } from '../../src/base/ids.js'
import { canonicalDetails, type Detailed, stampDetails } from '../../src/stamps/stamp.js'

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const details: fc.Arbitrary<Detailed> = fc.record({
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((random) => newUuid(random)),
  code: fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 10, maxLength: 10 }),
  filename: text,
  owner: text,
  type: text,
  originalDocHash: text,
  isEsign: fc.boolean(),
  isPrivate: fc.boolean(),
  metadata: fc.array(fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<string>), { maxLength: 3 }),
})

describe('what a stamp commits to', () => {
  it('is the canonical form of what its proof shows, whatever texts are in it', () => {
    fc.assert(
      fc.property(details, (stamp) => {
        expect(canonicalDetails(stamp)).toBe(canonicalize(stampDetails(stamp)))
      }),
      { numRuns: runs(2000) },
    )
  })

  it.each(['filename', 'owner', 'type', 'originalDocHash'] as const)('has no lone surrogate in its %s', (field) => {
    const [stamp] = fc.sample(details, 1) as [Detailed]
    expect(() => canonicalDetails({ ...stamp, [field]: 'a\ud800b' })).toThrow('lone surrogate')
  })
})
