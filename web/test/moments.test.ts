import { expect, it } from 'vitest'
import { readSources } from '../../test/sources.js'
import { exactMoment, localMoment, utcMoment, zonedMoment } from '../src/ui/values/dates.js'

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

it('names the zone in sentences and tooltips', () => {
  const timeZone = 'Europe/Berlin'
  expect(zonedMoment('en', at, { timeZone })).toBe('26 Nov 2026, 00:58 (UTC+1)')
  expect(zonedMoment('de', at, { timeZone, seconds: true })).toBe('26.11.2026, 00:58:19 (UTC+1)')
  expect(zonedMoment('en', at, { timeZone: 'UTC' })).toBe('25 Nov 2026, 23:58 (UTC)')
  expect(exactMoment('de', at, timeZone)).toBe('26. November 2026 um 00:58:19 (Berlin, UTC+1)')
  expect(exactMoment('en', at, 'UTC')).toBe('25 November 2026, 23:58:19 (UTC)')
})

it('is written by formatters that are made once, as numbers are', () => {
  const elsewhere = readSources()
    .filter(({ path }) => path.startsWith('web/src/') && path !== 'web/src/ui/values/formatters.ts')
    .filter(({ text }) =>
      /\.toLocale\w*String\(|\bnew Intl\.(?:DateTime|RelativeTime|Number|Duration)Format\b/.test(text),
    )
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})
