import { randomBytes } from 'node:crypto'
import { validate, version } from 'uuid'
import { describe, expect, it } from 'vitest'
import { isUuid, newUuid } from '../../src/base/ids.js'

describe('a new UUID', () => {
  it('is of version 7, of now, and holds what was drawn for it', () => {
    for (let round = 0; round < 100; round++) {
      const random = randomBytes(16)
      const beforeMs = Date.now()
      const id = newUuid(random)
      expect(validate(id)).toBe(true)
      expect(version(id)).toBe(7)
      const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
      expect(ms).toBeGreaterThanOrEqual(beforeMs)
      expect(ms).toBeLessThanOrEqual(Date.now())
      expect(id.slice(-10)).toBe(random.subarray(11).toString('hex'))
    }
  })

  it.each([
    ['01900000-0000-7000-8000-000000000000', true],
    ['01900000-0000-7000-8000-00000000000A', true],
    ['urn:uuid:01900000-0000-7000-8000-000000000000', false],
    ['01900000000070008000000000000000', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => expect(isUuid(text)).toBe(expected))
})
