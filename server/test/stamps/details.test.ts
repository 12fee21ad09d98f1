import { canonicalize } from '@tallystick/proof'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'
import { newUuid } from '../../src/base/ids.js'
import { canonicalDetails, detailsOf, type FieldRow } from '../../src/stamps/details/fields.js'

type NewStamp = Parameters<typeof canonicalDetails>[0]

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const request: fc.Arbitrary<NewStamp['request']> = fc.record(
  {
    accountId: fc.uuid(),
    clientId: fc.string(),
    version: fc.constantFrom(1, 2),
    hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    filename: fc.option(text, { nil: undefined }),
    type: text,
    originalDocHash: text,
    isEsign: fc.boolean(),
    isPrivate: fc.boolean(),
    metadata: fc.array(fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<string>), { maxLength: 3 }),
    owner: text,
  },
  { requiredKeys: ['accountId', 'clientId', 'version', 'hash', 'filename', 'owner'] },
)
const stamps: fc.Arbitrary<NewStamp> = fc.record({
  request,
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((random) => newUuid(random)),
  code: fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 10, maxLength: 10 }),
  filename: text,
  salt: fc.uint8Array({ minLength: 16, maxLength: 16 }),
})

/** Returns a stamp's row as PostgreSQL stores it. */
const rowOf = ({ request, id, code, filename, salt }: NewStamp): FieldRow => ({
  account_id: request.accountId,
  id,
  client_id: request.clientId,
  end_user: request.endUser ?? null,
  version: request.version,
  hash: request.hash,
  code,
  name: filename,
  type: request.type ?? '0',
  original_doc_hash: request.originalDocHash ?? '',
  is_esign: request.isEsign ?? false,
  is_private: request.isPrivate ?? false,
  stamped_private: request.isPrivate ?? false,
  details_public: false,
  metadata: request.metadata ?? [],
  owner: request.owner,
  salt,
})

describe('the details of a stamp', () => {
  it('are committed to in the canonical form that its row gives, for any text and any omitted field', () => {
    fc.assert(
      fc.property(stamps, (stamp) => {
        expect(canonicalDetails(stamp)).toBe(canonicalize(detailsOf(rowOf(stamp))))
      }),
      { numRuns: sized({ short: 150, long: 2000 }) },
    )
  })

  it('never change, or the proofs of existing stamps would fail', () => {
    const stamp: NewStamp = {
      id: '0192f3c4-5d6e-7000-8000-0123456789ab',
      code: '7QX0M3TZ9K',
      filename: 'contract "A".pdf',
      salt: new Uint8Array(16),
      request: {
        accountId: '0192f3c4-0000-7000-8000-0123456789ab',
        clientId: 'client',
        version: 1,
        owner: 'Jürgen',
        hash: Buffer.alloc(32),
        filename: undefined,
        type: '7',
        originalDocHash: '0xab',
        isEsign: true,
        metadata: [{ latitude: '47.4', description: 'x' }],
      },
    }
    const details =
      '{"code":"7QX0M3TZ9K","createdAt":"2024-11-03T20:43:05.454Z","filename":"contract \\"A\\".pdf",' +
      '"id":"0192f3c4-5d6e-7000-8000-0123456789ab","isEsign":true,"isPrivateBc":false,' +
      '"metaData":[{"description":"x","latitude":"47.4"}],"originalDocHash":"0xab","owner":"Jürgen","type":"7"}'
    expect(canonicalDetails(stamp)).toBe(details)
    expect(canonicalize(detailsOf(rowOf(stamp)))).toBe(details)
  })

  it.each(['filename', 'owner', 'type', 'originalDocHash'] as const)('reject a lone surrogate in %s', (field) => {
    const [stamp] = fc.sample(stamps, 1) as [NewStamp]
    const broken = 'a\ud800b'
    const changed = field === 'filename' ? { filename: broken } : { request: { ...stamp.request, [field]: broken } }
    expect(() => canonicalDetails({ ...stamp, ...changed })).toThrow('lone surrogate')
  })
})
