import ts from 'typescript'
import { expect, test } from 'vitest'
import { nameOf, parse, readSources, type Source, visit } from '../../test/sources.js'

/*
 * Preact sets an element's attributes as they are named, where React knows each of them (docs/design/0037-preact.md). React's types
 * accept all of these, and nothing fails: the page just isn't as its source says.
 */

/** `false` would take the attribute away, which means "as the browser likes"; true and empty texts aren't what they say either. */
const spelledOut = new Set(['spellCheck', 'webkitdirectory'])
/** React writes these otherwise, or not at all; Preact writes them as they are. */
const renamed = new Set(['httpEquiv', 'suppressHydrationWarning', 'suppressContentEditableWarning'])
/** Elements of drawings tell capitals from small letters. */
const renamedInDrawings = new Set(['tabIndex', 'maskType', 'renderingIntent', 'xmlBase', 'xmlLang', 'xmlSpace'])
const drawing = /^(svg|g|path|rect|circle|line|text|defs|mask|use|title)$/

/** Components that take `autoFocus` themselves, and don't pass it on with the rest. */
function focusing(sources: readonly Source[]): Set<string> {
  const names = new Set<string>()
  for (const { text, tree } of sources) {
    if (!text.includes('autoFocus')) continue
    visit(tree, (node) => {
      if (!ts.isFunctionDeclaration(node) || node.name === undefined) return
      const [given] = node.parameters
      const members = given && ts.isObjectBindingPattern(given.name) ? given.name.elements : []
      if (members.some(({ name }) => ts.isIdentifier(name) && name.text === 'autoFocus')) names.add(node.name.text)
    })
  }
  return names
}

/** Returns the attributes of a module that Preact takes otherwise than React. */
function misspelled({ text, tree }: Source, takesFocus: ReadonlySet<string>): string[] {
  const found: string[] = []
  if (!/<[a-zA-Z]/.test(text)) return found
  const look = (name: string, value: ts.Node | undefined) => {
    const isText = value !== undefined && ts.isStringLiteral(value) && value.text !== ''
    if (spelledOut.has(name) && !isText) found.push(`${name} is a text, 'true' or 'false'`)
    if (renamed.has(name)) found.push(`${name} is another attribute here`)
  }
  visit(tree, (node, [attributes, element]) => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) look(node.name.text, node.initializer)
    if (!ts.isJsxAttribute(node) || !ts.isIdentifier(node.name)) return
    const name = node.name.text
    look(name, node.initializer)
    if (attributes === undefined || element === undefined) return
    const tag = ts.isJsxOpeningLikeElement(element) ? nameOf(element.tagName) : ''
    if (name === 'autoFocus' && !takesFocus.has(tag)) found.push(`autoFocus of <${tag}> is the browser's`)
    if (renamedInDrawings.has(name) && drawing.test(tag)) found.push(`${name} of <${tag}> is another attribute here`)
  })
  return found
}

const sources = readSources().filter(({ path }) => path.startsWith('web/src/') && path.endsWith('.tsx'))

test('no element has an attribute that only React understands', () => {
  const takesFocus = focusing(sources)
  expect([...takesFocus].sort()).toEqual(['Input', 'NewPassword', 'Textarea'])
  const found = sources.flatMap((source) =>
    misspelled(source, takesFocus).map((problem) => `${source.path}: ${problem}`),
  )
  expect(found).toEqual([])
})

test('the rule finds what it forbids', () => {
  const wrong = [
    '<input autoFocus />',
    '<Button autoFocus={isOpen}>Save</Button>',
    '<Input spellCheck={false} />',
    '<Input spellCheck />',
    '<Input {...(isCode ? { spellCheck: false } : {})} />',
    '<input type="file" webkitdirectory="" />',
    '<meta httpEquiv="refresh" content="5" />',
    '<svg tabIndex={0}><path d="M0 0" /></svg>',
  ]
  const right = [
    '<Input autoFocus spellCheck="false" />',
    '<div tabIndex={0} />',
    "<Input {...{ spellCheck: 'false' }} />",
  ]
  const problems = (code: string) => misspelled(parse('some.tsx', `const it = ${code}`), new Set(['Input']))
  for (const code of wrong) expect(problems(code), code).toHaveLength(1)
  for (const code of right) expect(problems(code), code).toEqual([])
})
