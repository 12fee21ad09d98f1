import { describe, expect, it } from 'vitest'
import { readHashes, stampName } from '../src/features/stamps/new/run-items.js'
import { bytesText } from '../src/ui/values/formats.js'

const sha256 = 'Ab'.repeat(32)

describe('readHashes', () => {
  it.each([
    [sha256, [{ hash: sha256.toLowerCase(), name: null }]],
    [`0x${sha256}`, [{ hash: sha256.toLowerCase(), name: null }]],
    [
      `${sha256}  a file.txt\r\n\n${sha256} *b.bin\n`,
      ['a file.txt', 'b.bin'].map((name) => ({ hash: sha256.toLowerCase(), name })),
    ],
    ['', []],
  ])('%j', (text, hashes) => {
    expect(readHashes(text)).toEqual({ hashes, problem: null })
  })

  it.each([
    ['d41d8cd98f00b204e9800998ecf8427e', { line: 1, problem: 'tooWeak' }],
    [`${sha256}\nnothing`, { line: 2, problem: 'notHex' }],
    [sha256.slice(1), { line: 1, problem: 'length' }],
  ])('%j is explained', (text, problem) => {
    expect(readHashes(text).problem).toEqual(problem)
  })
})

describe('stamp names', () => {
  it('are accepted by the service', () => {
    expect(stampName('folder/a\tb\u0000.txt')).toBe('folder/a b .txt')
    expect(stampName('  ')).toBe('-')
    const long = stampName(`${'x'.repeat(300)}.pdf`)
    expect([long.length, long.slice(0, 1), long.slice(-4)]).toEqual([255, '…', '.pdf'])
  })
})

describe('sizes', () => {
  it.each([
    [0, '0 bytes', '0 Byte'],
    [999, '999 bytes', '999 Byte'],
    [1500, '2 kB', '2 kB'],
    [30_000_000, '30 MB', '30 MB'],
    [5_368_709_120, '5.4 GB', '5,4 GB'],
  ])('%i', (bytes, en, de) => {
    expect(bytesText('en', bytes)).toBe(en)
    expect(bytesText('de', bytes).replace(/\u00a0/g, ' ')).toBe(de)
  })
})
