import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { securityEvents } from '../../src/base/telemetry/security-events.js'

const path = `${root}docs/security-log.md`
const levels = { done: 30, half: 30, present: 30, refused: 40, closed: 40, limited: 40 }

it('docs/security-log.md lists every event', () => {
  const text = readFileSync(path, 'utf8')
  const rows = securityEvents.map(({ code, meaning, outcome }) => `| \`${code}\` | ${levels[outcome]} | ${meaning} |`)
  const table = `\n\n| code | level | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n`
  const expected = text.replace(
    /(<!-- security-events: .*? -->)[\s\S]*(<!-- \/security-events -->)/,
    (_, begin, end) => begin + table + end,
  )
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, expected)
  else expect(text, 'run: UPDATE_GOLDEN=1 npx vitest run server/test/http/security-events.test.ts').toBe(expected)
})

it('no code is there twice, and no route reports two events for one answer', () => {
  const codes = securityEvents.map(({ code }) => code)
  expect(codes).toEqual([...new Set(codes)])
  const answers = securityEvents.flatMap(({ outcome, routes }) => routes.map((route) => `${outcome} ${route}`))
  expect(answers).toEqual([...new Set(answers)])
})
