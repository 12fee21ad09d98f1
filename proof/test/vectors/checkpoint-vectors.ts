import { timeText } from '../../src/anchor.js'
import { type CheckpointDocument, signCheckpoints, type UnsignedCheckpoints } from '../../src/trust/checkpoints.js'
import { BLOCK_TIME, hex, seed } from './chain.js'

/** A list of checkpoints to refuse, and the code of the reason. */
export type InvalidCheckpoints = { readonly name: string; readonly code: string; readonly list: unknown }

const key = seed('checkpoints')
const block = (number: number) => ({
  number,
  hash: hex(seed(`block ${number}`)),
  time: timeText(BLOCK_TIME + 12 * number),
})

const unsigned: UnsignedCheckpoints = {
  format: 'tallystick-checkpoints',
  version: 1,
  chain: 'eip155:4242',
  genesisHash: block(0).hash,
  nodes: ['node.example', 'other.example:8545'],
  madeAt: '2026-10-01T00:00:00.123Z',
  blocks: [0, 4711, 10_000].map(block),
}

/** Makes lists of checkpoints that have to be read, and some that have to be refused. */
export function checkpointVectors() {
  const list = signCheckpoints(unsigned, key)
  const signed = (changes: Partial<UnsignedCheckpoints>) => signCheckpoints({ ...unsigned, ...changes }, key)
  const changed = (changes: Partial<CheckpointDocument>) => ({ ...list, ...changes })
  const others = list.blocks.slice(1)
  const early = timeText(BLOCK_TIME - 1)
  const cases: Record<string, [code: string, list: unknown]> = {
    'a hash changed': ['checkpoints', changed({ blocks: [{ ...block(0), hash: block(1).hash }, ...others] })],
    'a block left out': ['checkpoints', changed({ blocks: others })],
    'another signer': ['checkpoints', changed({ signer: `0x${'11'.repeat(20)}` })],
    'the number of Ethereum, and another first block': ['checkpoints', signed({ chain: 'eip155:1' })],
    'blocks in another order': ['malformed', signed({ blocks: [block(4711), block(0)] })],
    'a block twice': ['malformed', signed({ blocks: [block(0), block(0)] })],
    'a time before the one above': ['malformed', signed({ blocks: [block(0), { ...block(9), time: early }] })],
    'a hash twice': ['malformed', signed({ blocks: [block(0), { ...block(9), hash: block(0).hash }] })],
    'a day that does not exist': ['malformed', signed({ madeAt: '2026-99-99T00:00:00.000Z' })],
    'made before its last block': ['checkpoints', signed({ madeAt: '2009-01-03T18:15:05.000Z' })],
    'a block older than its chain': [
      'checkpoints',
      signed({ ...ethereum(), blocks: [{ ...block(5), time: '2009-01-03T18:15:05.000Z' }] }),
    ],
    'no blocks': ['malformed', signed({ blocks: [] })],
    'an unknown member': ['malformed', { ...list, note: '' }],
    'an unknown member of a block': ['malformed', changed({ blocks: [{ ...block(0), note: '' } as never, ...others] })],
    'a host with a control character': ['malformed', signed({ nodes: ['node.example\u001b[2J'] })],
    'a host with a space': ['malformed', signed({ nodes: ['node.example other.example'] })],
    'a host that is not ASCII': ['malformed', signed({ nodes: ['nöde.example'] })],
    'another version': ['unsupported', { ...list, version: 2 }],
  }
  return {
    valid: { 'three blocks': list, 'the number of Ethereum': signed(ethereum()) },
    invalid: Object.entries(cases).map(([name, [code, list]]): InvalidCheckpoints => ({ name, code, list })),
  }
}

/** The first block of Ethereum. Distinguishes its list from those of other chains with its number. */
function ethereum(): Partial<UnsignedCheckpoints> {
  const hash = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'
  return { chain: 'eip155:1', genesisHash: hash, blocks: [{ ...block(0), hash }, block(4711)] }
}
