import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { germanWords } from '../src/words/de.js'
import { englishWords } from '../src/words/en.js'
import { germanManyWords } from '../src/words/many/de.js'
import { englishManyWords } from '../src/words/many/en.js'

const file = new URL('../../docs/verdicts.md', import.meta.url)

const tables = { en: { ...englishWords, many: englishManyWords }, de: { ...germanWords, many: germanManyWords } }

/** Rows of a part of the table, by the path of each sentence. */
function sentences(value: unknown, path = ''): [path: string, sentence: string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, row]) => sentences(row, path === '' ? key : `${path}.${key}`))
}

/** Writes the sentences with UPDATE_GOLDEN=1. What each rests on is written by hand, and may not be missing. */
test.each([
  ['Headlines', 'headlines'],
  ['Caveats', 'caveats'],
  ['Refusals', 'refusals'],
  ['Many documents', 'many'],
] as const)('docs/verdicts.md has every sentence of its table, and what it rests on: %s', (title, part) => {
  const german = new Map(sentences(tables.de[part]))
  const text = readFileSync(file, 'utf8')
  const table = new RegExp(`(?<=^## ${title}\n\n\\|.*\n\\|.*\n)(?:\\|.*\n)*`, 'm')
  const rows = [...`${table.exec(text)?.[0]}`.matchAll(/^\| `(.+?)` \|.*\| (.*?) \|$/gm)]
  const rests = new Map(rows.map(([, code, rest = '']) => [code, rest]))
  const made = sentences(tables.en[part]).map(([code, sentence]) => {
    return `| \`${code}\` | ${sentence} | ${german.get(code)} | ${rests.get(code) ?? ''} |\n`
  })
  const whole = text.replace(table, () => made.join(''))
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, whole)
  expect(readFileSync(file, 'utf8')).toBe(whole)
  for (const row of made) expect(row).not.toMatch(/\|\s*\|$/m)
})
