import { readFileSync } from 'node:fs'

const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')

/** The languages with a list of words that are not used. */
export type GlossaryLanguage = 'English' | 'German'

/** Returns the words that docs/glossary.md excludes from texts in a language; what replaces them stands in parentheses there. */
export function excludedWords(language: GlossaryLanguage): string[] {
  const list = new RegExp(`^${language}: ([^]+?)\\.$`, 'm').exec(glossary)?.[1]
  if (list === undefined) throw new Error(`docs/glossary.md has no list of excluded words in ${language}`)
  return list
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((word) => word.trim().replace(/\s+/g, ' '))
}

/** Returns the excluded words that occur in a text, as whole words in any case. */
export function excludedWordsIn(text: string, language: GlossaryLanguage): string[] {
  return excludedWords(language).filter((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text))
}
