import { expect, it } from 'vitest'
import { localMoment, utcMoment } from '../src/ui/values/moments.js'

const at = '2026-11-25T23:58:19.000Z'

it('writes a moment in UTC to the second', () => {
  expect(utcMoment('en', at)).toBe('25 November 2026, 23:58:19 UTC')
  expect(utcMoment('de', at)).toBe('25. November 2026 um 23:58:19 UTC')
})

it("writes it in the reader's zone, with the date only where that is another", () => {
  expect(localMoment('en', at, 'America/New_York')).toEqual({ text: '18:58:19', zone: 'New York, UTC-5' })
  expect(localMoment('de', at, 'Europe/Berlin')).toEqual({
    text: '26. November 2026 um 00:58:19',
    zone: 'Berlin, UTC+1',
  })
  expect(localMoment('en', at, 'UTC')).toBeNull()
})
