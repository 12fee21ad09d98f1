import { randomBytes } from 'node:crypto'
import { validate, version } from 'uuid'
import { describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { createdAt, descendingUuids, isUuid, newUuid, uuidOf } from '../../src/base/ids.js'

describe('a new UUID', () => {
  it('has version 7, the current time and the given random bytes', () => {
    for (let round = 0; round < 100; round++) {
      const random = randomBytes(16)
      const beforeMs = wallTime().getTime()
      const id = newUuid(random)
      expect(validate(id)).toBe(true)
      expect(version(id)).toBe(7)
      const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
      expect(ms).toBeGreaterThanOrEqual(beforeMs)
      expect(ms).toBeLessThanOrEqual(wallTime().getTime())
      expect(id.slice(-10)).toBe(random.subarray(11).toString('hex'))
    }
  })

  it.each([
    ['01900000-0000-7000-8000-000000000000', true],
    ['01900000-0000-7000-8000-00000000000A', true],
    ['urn:uuid:01900000-0000-7000-8000-000000000000', false],
    ['01900000000070008000000000000000', false],
    ['', false],
  ])('%j is recognised as one: %s', (text, expected) => expect(isUuid(text)).toBe(expected))
})

describe('descending IDs', () => {
  it('are version 7 UUIDs of the same moment, each smaller than the previous one', () => {
    const packed = descendingUuids(20_000, wallTime().getTime())
    const ids = Array.from({ length: 20_000 }, (_, at) => uuidOf(packed.subarray(16 * at, 16 * at + 16)))
    expect(ids).toEqual([...ids].sort().reverse())
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.map(createdAt)).size).toBe(1)
    for (const id of ids.slice(0, 100)) expect([validate(id), version(id)]).toEqual([true, 7])
  })
})
