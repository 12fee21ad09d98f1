import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '../server/src/settings.js'
import { root, trackedFiles } from './sources.js'

/** Numbers that a setting's default happens to equal, but that no setting changes. */
const fixed = [
  // A refresh token, and a device that need not be asked again.
  /Valid for one refresh within 30 days/,
  /Don’t ask on this device for 30 days/,
  /Auf diesem Gerät 30 Tage lang nicht fragen/,
  /Bearer token, valid for 7 days/,
]

/** Settings whose default is also how long much else lasts, which no setting changes: texts name those. */
const common = ['CODE_RESERVATION']

/** Written after a number: what one of them is in the base unit of its kind. */
const units: readonly [words: string, kind: 'time' | 'size' | 'count', factor: number][] = [
  ['milliseconds?|Millisekunden?', 'time', 1],
  ['seconds?|Sekunden?', 'time', 1000],
  ['minutes?|Minuten?', 'time', 60_000],
  ['hours?|Stunden?', 'time', 3_600_000],
  ['days?|Tage[ns]?|Tag', 'time', 86_400_000],
  ['MB|MiB', 'size', 2 ** 20],
  ['GB|GiB', 'size', 2 ** 30],
  ['failed|failures|attempts|fehlgeschlagene|Versuche|requests|Anfragen|uploads|items|connections', 'count', 1],
]

/** The defaults that are numbers, in the base unit of their kind, with the settings that have them. */
const known = new Map<string, string[]>()
for (const { name, default: written, unit, parse } of settings) {
  if (common.includes(name)) continue
  const value = written === undefined ? undefined : parse(written)
  const number = typeof value === 'object' && value !== null && 'bytes' in value ? value.bytes : value
  if (typeof number !== 'number' || number === 0) continue
  const [, kind = 'count', own = ''] = /^(time|size), (?:or )?(\w+)/.exec(unit) ?? []
  const factor = units.find(([words]) => new RegExp(`^(${words})$`).test(own))?.[2] ?? 1
  const key = `${kind} ${number * factor}`
  known.set(key, [...(known.get(key) ?? []), name])
}

/** Returns the numbers in a text that equal the default of a setting. */
function lies(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (fixed.some((pattern) => pattern.test(line))) return []
    return units.flatMap(([words, kind, factor]) =>
      [...line.matchAll(new RegExp(`(?<![\\d.,])(\\d(?:[\\d.,]*\\d)?)[ \\u00a0\\u202f](${words})\\b`, 'g'))].flatMap(
        ([phrase, digits = '']) => {
          const names = known.get(`${kind} ${Number(digits.replace(/[.,](?=\d{3})/g, '')) * factor}`)
          return names ? [`${phrase}: see ${names.join(', ')}`] : []
        },
      ),
    )
  })
}

test('no text of the portal, the API reference or the library states the default of a setting as if it were fixed', () => {
  const paths = [
    ...trackedFiles('web/src/texts/*'),
    ...trackedFiles('sdk/src/*.ts', 'command/src/*.ts'),
    'docs/openapi.json',
  ]
  const found = paths.flatMap((path) => lies(readFileSync(`${root}${path}`, 'utf8')).map((lie) => `${path}: ${lie}`))
  expect(found, 'name no number, or let the service say it').toEqual([])
})

test('finds the defaults of settings in texts', () => {
  expect(lies('Every delivery of the last 30 days.')).toEqual([expect.stringContaining('WEBHOOK_LOG_DAYS')])
  expect(lies('Das Protokoll reicht 30 Tage zurück.')).toEqual([expect.stringContaining('BIN_DAYS')])
  expect(lies('Up to 30 failed attempts.\nAt most 200,000 items.')).toEqual([
    '30 failed: see GUESS_LIMIT',
    '200,000 items: see QUOTA_BULK_ITEMS',
  ])
  expect(lies('A file of 5 GiB')).toEqual(['5 GiB: see UPLOAD_LIMIT'])
  expect(lies('Valid for 31 days, 130 days or one minute.')).toEqual([])
})
