import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { fromHex, sha256, utf8 } from '../src/encoding/hash.js'
import { canonicalize } from '../src/encoding/jcs.js'
import { toHex } from '../src/encoding/to-hex.js'
import {
  type CheckpointDocument,
  knownByCheckpoints,
  readCheckpoints,
  signCheckpoints,
} from '../src/trust/checkpoints.js'
import type { checkpointVectors } from './vectors/checkpoint-vectors.js'

const key = sha256(utf8('tallystick checkpoints'))
const block = (number: number) => ({
  number,
  hash: `0x${toHex(sha256(utf8(`block ${number}`)))}`,
  time: new Date(1_700_000_000_000 + number * 12_000).toISOString(),
})
const unsigned = {
  format: 'tallystick-checkpoints',
  version: 1,
  chain: 'eip155:4242',
  genesisHash: block(0).hash,
  nodes: ['a.example:8545', 'b.example'],
  madeAt: '2026-01-01T00:00:00.123Z',
  blocks: [0, 100, 200].map(block),
} as const
const list = signCheckpoints(unsigned, key)
const refusal = (json: unknown) => {
  try {
    return readCheckpoints(json)
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a list is signed as wallets sign messages', async () => {
  const { signature, ...rest } = list
  const message = `Tallystick checkpoints ${toHex(sha256(utf8(canonicalize(rest))))}`
  const signer = privateKeyToAccount(`0x${toHex(key)}`).address.toLowerCase()
  expect(list.signer).toBe(signer)
  expect((await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase()).toBe(signer)
  expect(signature).toBe(await privateKeyToAccount(`0x${toHex(key)}`).signMessage({ message }))
  expect(fromHex(signature.slice(2))).toHaveLength(65)
})

test('a signed list is read back, with its signer as the source', () => {
  expect(readCheckpoints(JSON.parse(JSON.stringify(list)))).toEqual(list)
  const known = {
    chain: 'eip155:4242',
    ...block(100),
    source: { kind: 'checkpoints', name: list.signer },
  }
  expect(knownByCheckpoints(list, [list.signer])[1]).toEqual(known)
  expect(knownByCheckpoints(list, [])[1]).toEqual({ ...known, isUnpinned: true })
})

describe('the vectors', () => {
  const text = readFileSync(new URL('../vectors/checkpoints.json', import.meta.url), 'utf8')
  const { valid, invalid }: ReturnType<typeof checkpointVectors> = JSON.parse(text)

  test.each(Object.entries(valid))('are read when valid: %s', (_, json) => {
    expect(readCheckpoints(json)).toEqual(json)
  })

  test.each(invalid)('are refused when invalid: $name', ({ code, list: json }) => {
    expect(refusal(json)).toBe(code)
  })
})

describe('a list is refused', () => {
  const changes: [string, (json: CheckpointDocument) => unknown, string][] = [
    ['with a changed hash', (json) => ({ ...json, blocks: [{ ...block(0), hash: block(1).hash }] }), 'checkpoints'],
    ['without one of its blocks', (json) => ({ ...json, blocks: json.blocks.slice(1) }), 'checkpoints'],
    ['with another signer', (json) => ({ ...json, signer: `0x${'11'.repeat(20)}` }), 'checkpoints'],
    ['with an impossible signature', (json) => ({ ...json, signature: `0x${'ff'.repeat(64)}1b` }), 'checkpoints'],
    [
      'with blocks in another order',
      () => signCheckpoints({ ...unsigned, blocks: [block(5), block(3)] }, key),
      'malformed',
    ],
    ['with a block twice', () => signCheckpoints({ ...unsigned, blocks: [block(5), block(5)] }, key), 'malformed'],
    [
      'with a hash twice',
      () => signCheckpoints({ ...unsigned, blocks: [block(5), { ...block(6), hash: block(5).hash }] }, key),
      'malformed',
    ],
    [
      'made before its last block',
      () => signCheckpoints({ ...unsigned, madeAt: '2016-01-01T00:00:00.000Z' }, key),
      'checkpoints',
    ],
    ['without blocks', () => signCheckpoints({ ...unsigned, blocks: [] }, key), 'malformed'],
    ['with an unknown member', (json) => ({ ...json, note: 1 }), 'malformed'],
    ['of another version', (json) => ({ ...json, version: 2 }), 'unsupported'],
    ['of another format', () => ({ format: 'tallystick-proof' }), 'unsupported'],
    ['that is no object', () => [1], 'malformed'],
    [
      "with a known chain's number and another first block",
      () => signCheckpoints({ ...unsigned, chain: 'eip155:1' }, key),
      'checkpoints',
    ],
  ]
  test.each(changes)('%s', (_, change, code) => {
    expect(refusal(change(list))).toBe(code)
  })
})

test('a list of the future is refused by a reader with a clock', () => {
  const future = signCheckpoints({ ...unsigned, madeAt: '2999-01-01T00:00:00.000Z' }, key)
  expect(refusal(future)).toEqual(future)
  expect(() => readCheckpoints(future, Date.parse('2026-11-01T00:00:00Z'))).toThrow(/in the future by this computer/)
})

describe('schema and reader agree', () => {
  const schema = readFileSync(new URL('../schema/checkpoints.v1.json', import.meta.url), 'utf8')
  const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(schema))
  const wrongValues = [
    ...[undefined, null, '', 'x', 'AB', '0x', -1, 1.5, 2 ** 53, true, [], {}, [1], ['a b'], ['n'.repeat(256)]],
    ...[[''], ['\u202egnp'], '2026-01-01T00:00:00Z', `0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(64)}1d`],
  ]

  test('on a list', () => {
    expect(accepts(list), JSON.stringify(accepts.errors)).toBe(true)
  })

  test.each([...Object.keys(list), 'extra'])('on wrong values in its %s', (member) => {
    for (const wrong of wrongValues) {
      const document = JSON.parse(JSON.stringify({ ...list, [member]: wrong }))
      // A right form gets as far as the signature.
      const hasForm = !['malformed', 'unsupported'].includes(`${refusal(document)}`)
      expect([wrong, accepts(document)]).toEqual([wrong, hasForm])
    }
  })

  test.each(['number', 'hash', 'time', 'extra'])('on wrong values in the %s of a block', (member) => {
    for (const wrong of wrongValues) {
      const document = JSON.parse(JSON.stringify({ ...list, blocks: [{ ...block(0), [member]: wrong }] }))
      expect([wrong, accepts(document)]).toEqual([wrong, refusal(document) === 'checkpoints'])
    }
  })
})
