import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { excludedWordsIn } from './glossary.js'
import { nameOf, parse, readSource, root, type Source, trackedFiles, visit } from './sources.js'

/** The glossary itself lists the words. */
const documents = trackedFiles('*.md').filter((path) => path !== 'docs/glossary.md')
const tests = trackedFiles('*.test.ts')

/** Returns the titles of a file's tests and groups. */
function titlesOf({ tree }: Source): string[] {
  const titles: string[] = []
  visit(tree, (node) => {
    if (!ts.isCallExpression(node) || !/^(describe|it|test)\b/.test(nameOf(node.expression))) return
    const [title] = node.arguments
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) titles.push(title.getText(tree))
  })
  return titles
}

const wordsIn = (text: string) => excludedWordsIn(text.replace(/\s+/g, ' '), 'English')

/** Without code, which has names such as the user nobody. */
const proseOf = (markdown: string) => markdown.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')

describe('no word that docs/glossary.md excludes', () => {
  test('is in the title of a test', () => {
    const found = tests
      .map(readSource)
      .filter(({ text }) => wordsIn(text).length > 0)
      .flatMap((source) => titlesOf(source).flatMap((title) => wordsIn(title).map((word) => `${source.path}: ${word}`)))
    expect(found).toEqual([])
  })

  test.each(documents)('is in %s', (path) => {
    expect(wordsIn(proseOf(readFileSync(root + path, 'utf8')))).toEqual([])
  })

  test('escapes the rule in any kind of title', () => {
    const text = "describe('anew', () => { it.each([1])(`fails for good`, () => {}); test('is fine', () => {}) })"
    expect(titlesOf(parse('x/test/x.test.ts', text)).map(wordsIn)).toEqual([['anew'], ['for good'], []])
  })
})
