import { type CopyErrorCode, type CopyLanguage, copyProblem } from '@tallystick/sdk/copy'
import { expect, test } from 'vitest'
import { copies as de } from '../src/texts/de/copies.js'
import { copies as en } from '../src/texts/en/copies.js'

test.each<[CopyLanguage, Record<CopyErrorCode, string>]>([
  ['EN', en.problems],
  ['DE', de.problems],
])('the portal says why there is no copy as the client does: %s', (language, problems) => {
  const codes = Object.keys(problems) as CopyErrorCode[]
  expect(problems).toEqual(Object.fromEntries(codes.map((code) => [code, copyProblem(code, language)])))
})
