import { describe, expect, test } from 'vitest'
import { type BlockAnchor, compareBlocks, type KnownBlock } from '../src/trust/known-blocks.js'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const anchor = {
  chain: 'eip155:1',
  blockHash: hash('a'),
  blockNumber: 20_000_000,
  blockTime: '2024-06-01T22:43:47.000Z',
} satisfies BlockAnchor
const node = (name: string) => ({ kind: 'node', name }) as const
const known = (number: number, block: string, more: Partial<KnownBlock> = {}): KnownBlock => ({
  chain: 'eip155:1',
  number,
  hash: hash(block),
  source: node('a.example'),
  ...more,
})
const compare = (blocks: readonly KnownBlock[], anchors: readonly BlockAnchor[] = [anchor]): unknown[] => {
  try {
    return compareBlocks(anchors, blocks)
  } catch (error) {
    return error as unknown[]
  }
}

describe('the block of an anchor', () => {
  test('is vouched for by every source that knows its hash at its number', () => {
    const found = compare([known(20_000_000, 'a'), known(20_000_000, 'a', { source: node('b.example') })])
    expect(found).toEqual([{ anchor, sources: [node('a.example'), node('b.example')], unpinned: [] }])
  })

  test('is contradicted by a source that knows another block at its number', () => {
    const found = compare([known(20_000_000, 'a'), known(20_000_000, 'b', { source: node('b.example') })])
    expect(found).toMatchObject({
      code: 'block',
      message: `block 20000000 of Ethereum has the hash ${hash('b')} according to the node at b.example, but the proof says ${hash('a')}`,
    })
  })

  test('is not compared with blocks of other chains, nor with the same hash at another number', () => {
    expect(compare([known(20_000_000, 'b', { chain: 'eip155:137' })])).toEqual([{ anchor, sources: [], unpinned: [] }])
    expect(compare([known(5, 'a')])).toMatchObject([{ sources: [] }])
  })

  test('is bounded in time by the blocks around it', () => {
    const [first, before, after, last] = [
      known(1, '1', { time: '2015-07-30T15:26:28.000Z' }),
      known(19_999_990, '2', { time: '2024-06-01T22:41:47.000Z' }),
      known(20_000_010, '3', { time: '2024-06-01T22:45:47.000Z' }),
      known(20_000_020, '4', { time: '2024-06-01T22:47:47.000Z' }),
    ]
    expect(compare([last!, before!, first!, after!])).toEqual([{ anchor, sources: [], unpinned: [], before, after }])
    const late = { ...anchor, blockTime: '2024-06-01T22:46:00.000Z' }
    const early = { ...anchor, blockTime: '2009-01-03T18:15:05.000Z' }
    expect(compare([before!, after!], [late])).toMatchObject({ code: 'block', field: 'blockTime' })
    expect(compare([before!, after!], [early])).toMatchObject({ code: 'block', field: 'blockTime' })
  })

  test("has to be the one that the reader trusts, unless that is another anchor's", () => {
    const trusted = {
      hash: hash('A').toUpperCase().replace('0X', '0x'),
      source: { kind: 'block-hash', name: '' },
    } as const
    const other = { ...anchor, blockHash: hash('b') }
    expect(compare([trusted], [other, anchor])).toMatchObject([{ sources: [] }, { sources: [trusted.source] }])
    expect(compare([trusted], [other])).toMatchObject({ code: 'block', field: 'blockHash' })
    const { blockHash: _, blockNumber: __, ...submitted } = anchor
    expect(compare([trusted], [submitted])).toMatchObject({ code: 'block' })
    expect(compare([], [submitted])).toEqual([])
  })

  test('is the one of a hash with a number only at that number, on whatever chain', () => {
    const source = { kind: 'block-hash', name: '' } as const
    const named = (number: number, block = 'a') => ({ number, hash: hash(block), source })
    expect(compare([named(20_000_000)])).toMatchObject([{ sources: [source] }])
    for (const wrong of [named(20_000_001), named(20_000_000, 'b'), named(5, 'b')]) {
      expect(compare([wrong])).toMatchObject({
        code: 'block',
        message: expect.stringContaining('no anchor is in the block'),
      })
    }
    // It says nothing of the blocks of other chains, nor of those around it.
    const other = { ...anchor, chain: 'eip155:137', blockHash: hash('b') }
    expect(compare([named(20_000_000)], [anchor, other])).toMatchObject([{ sources: [source] }, { sources: [] }])
    const next = { ...anchor, blockHash: hash('c'), blockNumber: 20_000_001 }
    expect(compare([named(20_000_000)], [anchor, next])[1]).toEqual({ anchor: next, sources: [], unpinned: [] })
  })

  test('is of one chain', () => {
    const other = { ...anchor, chain: 'eip155:61' }
    expect(compare([], [anchor, other])).toMatchObject({
      code: 'block',
      message: `the block ${hash('a')} is given as one of Ethereum and of Ethereum Classic`,
    })
    expect(compare([], [anchor, anchor])).toHaveLength(2)
  })

  test('is contradicted and bounded, but not vouched for, by a source that the reader has not named', () => {
    const unpinned = (number: number, block: string) => known(number, block, { isUnpinned: true })
    const source = node('a.example')
    expect(compare([unpinned(20_000_000, 'a')])).toMatchObject([{ sources: [], unpinned: [source] }])
    expect(compare([unpinned(20_000_000, 'b')])).toMatchObject({ code: 'block' })
    expect(compare([unpinned(19_999_999, 'b')])).toMatchObject([{ sources: [], unpinned: [source] }])
  })
})
