import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { excludedWordsIn, glossaryName } from '../../../test/glossary.js'
import { languageCodes, languageFrom, languages, preferredLanguage } from '../../src/texts/languages.js'

/** Returns every text with its key. */
function textsOf(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${at}.${key}`))
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe.each(languageCodes)('%s', (language) => {
  const english = new Map(textsOf(languages.EN.texts))
  const texts = new Map(textsOf(languages[language].texts))

  it('has every English text, with the same placeholders, and none empty', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [key, text] of english) {
      expect(texts.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(texts.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })

  it('has no word that the glossary excludes', () => {
    const name = glossaryName(language)
    const found = [...texts].flatMap(([key, text]) => excludedWordsIn(text, name).map((word) => `${key}: ${word}`))
    expect(found).toEqual([])
  })

  it('is a language the database accepts', () => {
    const schema = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8')
    const [, accepted = ''] = /language = ANY \(ARRAY\[(.*?)\]\)/.exec(schema) ?? []
    expect(accepted).toContain(`'${language}'`)
  })
})

it('falls back to English', () => {
  expect(languageFrom('DE')).toBe('DE')
  expect(languageFrom('xx')).toBe('EN')
  expect(languageFrom(undefined)).toBe('EN')
})

it.each([
  ['de', 'DE'],
  ['de-AT,de;q=0.9,en;q=0.8', 'DE'],
  ['en-GB,de;q=0.5', 'EN'],
  ['la-VA,de;q=0.5', 'EN'],
  ['den', 'EN'],
  ['', 'EN'],
  [undefined, 'EN'],
])('reads Accept-Language %s as %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
