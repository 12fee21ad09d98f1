import { readFileSync } from 'node:fs'

const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')

/** Returns the English name of a language, as docs/glossary.md heads its list of excluded words. */
export function glossaryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code.toLowerCase()) ?? code
}

/** Returns the words that docs/glossary.md excludes from texts in a language, without the replacements in parentheses. */
export function excludedWords(language: string): string[] {
  const list = new RegExp(`^${language}: ([^]+?)\\.$`, 'm').exec(glossary)?.[1]
  if (list === undefined) throw new Error(`docs/glossary.md has no list of excluded words in ${language}`)
  return list
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((word) => word.trim().replace(/\s+/g, ' '))
}

/** Returns the excluded words that occur in a text, as whole words in any case. */
export function excludedWordsIn(text: string, language: string): string[] {
  return excludedWords(language).filter((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text))
}
