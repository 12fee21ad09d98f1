import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { excludedWords, excludedWordsIn, glossaryName } from '../../test/glossary.js'
import { languageCodes } from '../src/texts/languages.js'

const folder = fileURLToPath(new URL('../src/texts/', import.meta.url))
const modules = readdirSync(`${folder}en`, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))

/** Returns every text of a module with its key. */
async function textsOf(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') found.set(at, value)
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, at === '' ? key : `${at}.${key}`)
  }
  walk({ ...(await import(`${folder}${path}`)) }, '')
  return found
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe.each(languageCodes)('%s', (language) => {
  it.each(modules)('%s has every key of the English one, the same placeholders, and no empty text', async (module) => {
    const english = await textsOf(`en/${module}`)
    const texts = await textsOf(`${language}/${module}`)
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) {
      expect(texts.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(texts.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })

  it.each(modules)('%s has counts as the language writes numbers', async (module) => {
    const texts = await textsOf(`${language}/${module}`)
    expect([...texts].filter(([, text]) => text.includes('{{count}}')).map(([key]) => key)).toEqual([])
  })

  it.each(modules)('%s has no word that the glossary excludes', async (module) => {
    const name = glossaryName(language)
    const texts = await textsOf(`${language}/${module}`)
    const found = [...texts].flatMap(([key, text]) => excludedWordsIn(text, name).map((word) => `${key}: ${word}`))
    expect(found).toEqual([])
  })
})

it('knows the words that the glossary excludes', () => {
  expect(excludedWords('English')).toEqual(expect.arrayContaining(['anew', 'nobody', 'of those that']))
  expect(excludedWords('German')).toEqual(expect.arrayContaining(['Urkunde', 'Einzelheiten']))
  expect(excludedWordsIn('Die Urkunde', 'German')).toEqual(['Urkunde'])
  expect(excludedWordsIn('a renewed proof', 'English')).toEqual([])
})
