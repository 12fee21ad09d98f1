import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../test/sources.js'
import { texts as german } from '../src/texts/de/pages/portal.js'
import { texts as english } from '../src/texts/en/pages/portal.js'
import { languageCodes } from '../src/texts/languages.js'
import { fieldRules, ruleOf } from '../src/ui/feedback/field-rules.js'

const words = { en: english.errors, de: german.errors }
const codes = [
  ...readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^\| `(\w+)` \| \d/gm),
].map(([, code = '']) => code)

/** Reasons that only a program meets, in requests that no screen makes: metadata, uploads by hand, lists read by a script. */
const ofPrograms = [
  /metadata|integers|levels|keeps its value|array|pairs of a key/,
  /UUID|date-time|hex|digits|UTF-8|bytes|has an unexpected format|expected 7$/,
  /unknown field|field is required|this header|not repeated|each item once|at least one field|at most 7 7/,
  /a list|an object|a string|a number|a whole number|true or false|JSON|body|password or code/,
  /cursor|user ID|set id|own stamps alone|separated by commas|codes or filter|for a zip/i,
  /Upload-|Content-Length|upload has too many|parallel uploads|tus|not supported|filename|no file here|one file/,
  /IPv4|can be forged/,
  /at least one folder or file/,
  /that you reserved|earlier item with this hash|has this code already/,
]

/** The reasons in the service's source, with 7 for each figure. */
function reasons(): string[] {
  const found = readSources()
    .filter(({ path }) => path.startsWith('server/src/'))
    .flatMap(({ path, text }) => {
      const own = /(?:\binvalid\(\s*[^,()]+,|field[^\n]*,\s+problem:|new TargetError\()\s*(['`])(.*?)\1/gs
      const returned = /\/(folders\/names|http\/input\/validation)\.ts$/.test(path)
        ? text.matchAll(/return '(.*?)'$/gm)
        : []
      return [
        ...[...text.matchAll(own)].map(([, , reason = '']) => reason),
        ...[...returned].map(([, reason = '']) => reason),
      ]
    })
  return [...new Set(found)].map((reason) => reason.replaceAll(/\$\{[^}]*\}/g, '7'))
}

describe.each(languageCodes)('%s', (language) => {
  it('has words for every error that the service documents', () => {
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter((code) => !(code in words[language]))).toEqual([])
  })

  it('has words for every field rule', () => {
    expect(Object.keys(words[language].rules).sort()).toEqual([...new Set(fieldRules.map(([rule]) => rule))].sort())
  })
})

it('finds the rule behind every reason that a screen can cause', () => {
  const all = reasons()
  expect(all).toEqual(
    expect.arrayContaining(['a slash is not allowed', 'must not be empty', 'expected at most 7 characters']),
  )
  expect(
    all.filter((reason) => ruleOf(`field: ${reason}`) === null && !ofPrograms.some((known) => known.test(reason))),
  ).toEqual([])
})

it('takes the figures of a reason, and forgets the name of the field', () => {
  expect(ruleOf('item 3: folderName: expected at most 255 characters')).toEqual({
    rule: 'long',
    figures: { limit: 255 },
  })
  expect(ruleOf('hashes: expected at most 10,000 characters')?.figures).toEqual({ limit: 10_000 })
  expect(ruleOf('x: expected a number from -5 to 5')).toEqual({ rule: 'range', figures: { from: -5, to: 5 } })
  expect(ruleOf('folderName: a slash is not allowed')).toEqual({ rule: 'slash', figures: {} })
  expect(ruleOf('metadata: expected something new')).toBeNull()
})
