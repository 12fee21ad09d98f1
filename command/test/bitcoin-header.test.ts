import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeOts, fromHex, type ProofDocument, toHex, withChecksum, witnessLeaf } from '@tallystick/proof'
import { afterAll, expect, test } from 'vitest'
import { tallystick } from './run-command.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-bitcoin-'))
afterAll(() => rmSync(home, { recursive: true }))

const proof = (
  JSON.parse(readFileSync(new URL('../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8')) as Record<
    string,
    ProofDocument
  >
)['content of a file']!
const written = (name: string, data: string) => {
  writeFileSync(join(home, name), data)
  return join(home, name)
}
const file = written('file', 'tallystick vectors: the content of a file')
/** Block 500,000 of Bitcoin. */
const real =
  '000000201929eb850a74427d0440cf6b518308837566cd6d0662790000000000000000001f6231ed3de07345b607ec2a39b2d01bec2fe10dfb7f516ba4958a42691c95316d0a385a459600185599fc5c'

/** The proof with what a calendar says: that the root of the witnessed tree is that of a Bitcoin block. */
function attested(): string {
  const root = toHex(witnessLeaf(fromHex(proof.root)))
  const attestation = { tag: fromHex('0588960d73d71901'), payload: Uint8Array.of(1, 7) }
  const ots = toHex(encodeOts(fromHex(root), { attestations: [attestation], branches: [] }))
  const place = { leafIndex: 0, treeSize: 1, path: [], root }
  const witness = { kind: 'opentimestamps', ...place, calendar: 'calendar.example', ots } as const
  return written('attested.json', JSON.stringify(withChecksum({ ...proof, witnesses: [witness] })))
}

test("a calendar's word is called so, and proves no time", async () => {
  const { code, out } = await tallystick('verify', file, attested())
  expect(code).toBe(3)
  expect(out).toContain('That Bitcoin has a block about this is by the word of “calendar.example”')
})

test('a Bitcoin header that the attestation does not lead to refuses the proof', async () => {
  const { code, out } = await tallystick('verify', file, attested(), '--bitcoin-header', real)
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^REFUSED: no calendar’s statement leads to the Bitcoin block you trust: 00000000000000000024fb37364c/,
    ),
  ])
})

test.each([
  [
    'without its work',
    `${real.slice(0, -2)}5d`,
    'cannot use --bitcoin-header: the Bitcoin header does not have the work',
  ],
  ['cut short', real.slice(2), 'cannot use --bitcoin-header: a Bitcoin header has 80 bytes, not 79'],
  ['that is not hex', 'x', '--bitcoin-header must be hex: 160 digits'],
])('a Bitcoin header %s is wrong usage', async (_, header, message) => {
  const { code, err } = await tallystick('verify', file, attested(), '--bitcoin-header', header)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a Bitcoin header needs a calendar to compare it with', async () => {
  const without = written('plain.json', JSON.stringify(proof))
  const { code, err } = await tallystick('verify', file, without, '--bitcoin-header', real)
  expect([code, err]).toEqual([2, expect.stringContaining('no statement of an OpenTimestamps calendar')])
})
