import { expect, it } from 'vitest'
import { advisoryLocks } from '../../src/base/database/locks.js'

it('gives every advisory lock a number of its own', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
