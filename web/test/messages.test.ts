import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { excludedWords, excludedWordsIn, type GlossaryLanguage } from '../../test/glossary.js'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.en.ts'))

/** Returns every text of a message module by its key path. */
async function textsOf(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') found.set(at, value)
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, at === '' ? key : `${at}.${key}`)
  }
  walk({ ...(await import(`${source}${path}`)) }, '')
  return found
}

const glossaryLanguages: Readonly<Record<string, GlossaryLanguage>> = { en: 'English', de: 'German' }

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe.each(files)('%s', (path) => {
  it('has every key and placeholder in German, and no empty text', async () => {
    const en = await textsOf(path)
    const de = await textsOf(path.replace(/\.en\.ts$/, '.de.ts'))
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
    for (const [key, text] of en) {
      expect(text.trim(), key).not.toBe('')
      expect(de.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(de.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })

  it.each(Object.entries(glossaryLanguages))('uses no word that the glossary excludes, %s', async (code, language) => {
    const texts = await textsOf(path.replace(/\.en\.ts$/, `.${code}.ts`))
    const found = [...texts].flatMap(([key, text]) => excludedWordsIn(text, language).map((word) => `${key}: ${word}`))
    expect(found).toEqual([])
  })
})

it('knows the words that the glossary excludes', () => {
  expect(excludedWords('English')).toEqual(expect.arrayContaining(['anew', 'nobody', 'of those that']))
  expect(excludedWords('German')).toEqual(expect.arrayContaining(['Urkunde', 'Einzelheiten']))
  expect(excludedWordsIn('Die Urkunde', 'German')).toEqual(['Urkunde'])
  expect(excludedWordsIn('a renewed proof', 'English')).toEqual([])
})
