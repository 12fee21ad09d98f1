import { describe, expect, test } from 'vitest'
import { timeProblem } from '../src/index.js'

const now = Date.parse('2026-06-01T12:00:00.000Z')
const hour = 3_600_000

describe('a time from outside', () => {
  test.each([
    ['at the time of what it is about', now, null],
    ['after what it is about', now + hour, null],
    ['before it, within the tolerance', now - 60_000, null],
    ['before it', now - 60_001, 'early'],
    ['years before it', Date.parse('2001-09-09T01:46:40.000Z'), 'early'],
    ['after now, within the tolerance', now + 2 * hour + 60_000, null],
    ['after now', now + 2 * hour + 60_001, 'late'],
    ['in another century', Date.parse('2100-01-01T00:00:00.000Z'), 'late'],
  ])('%s', (_, timeMs, problem) => {
    const bounds = { notBeforeMs: now, nowMs: now + 2 * hour, toleranceMs: 60_000 }
    expect(timeProblem({ timeMs }, bounds)).toBe(problem)
  })

  test('is as inexact as its witness says', () => {
    expect(timeProblem({ timeMs: now - hour, accuracyMs: hour }, { notBeforeMs: now, toleranceMs: 0 })).toBeNull()
    expect(timeProblem({ timeMs: now - hour - 1, accuracyMs: hour }, { notBeforeMs: now, toleranceMs: 0 })).toBe(
      'early',
    )
  })

  test('may be two hours ahead of a clock that is not watched, and is bound by what is known alone', () => {
    expect(timeProblem({ timeMs: now + 2 * hour }, { nowMs: now })).toBeNull()
    expect(timeProblem({ timeMs: now + 2 * hour + 1 }, { nowMs: now })).toBe('late')
    expect(timeProblem({ timeMs: now + 2 * hour + 1 }, {})).toBeNull()
  })
})
