import { describe, expect, it } from 'vitest'
import { excessOf } from '../../src/http/input/json-size.js'

const of = (text: string) => excessOf(Buffer.from(text))

describe('JSON that takes long to parse', () => {
  it.each([
    ['deep lists', '['.repeat(65)],
    ['deep objects', '{"a":'.repeat(65)],
    ['many lists', `[${'[],'.repeat(22_000)}0]`],
    ['many names', `{${'"a":1,'.repeat(22_000)}"b":1}`],
  ])('is refused: %s', (_, text) => {
    expect(of(text)).toMatch(/levels|names/)
  })

  it.each([
    ['brackets, colons and quotes in a text', JSON.stringify({ a: '[{":'.repeat(30_000), b: '\\"{'.repeat(30_000) })],
    ['the deepest', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['many numbers', `[${'0,'.repeat(500_000)}0]`],
    ['a text without an end', `"${'\\'.repeat(99)}`],
    ['nothing', ''],
  ])('is accepted: %s', (_, text) => {
    expect(of(text)).toBeNull()
  })
})
