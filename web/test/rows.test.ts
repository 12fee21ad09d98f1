import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSources, type Source, visit } from '../../test/sources.js'

/*
 * A list is as fast as its rows, of which there are thirty at a time: a link of the router, an icon of the library or a hook in each
 * takes longer than the rest of them (`ui/list/grid.tsx`).
 */

/** Returns the elements of a function, by name. */
function elementsIn(row: ts.Node): string[] {
  const found: string[] = []
  visit(row, (node) => {
    if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && ts.isIdentifier(node.tagName))
      found.push(node.tagName.text)
  })
  return found
}

/** Returns the rows of dense tables that a module declares. */
function rowsIn({ imports, tree }: Source): ts.FunctionDeclaration[] {
  const found: ts.FunctionDeclaration[] = []
  if (!imports.some((path) => /\/(grid-)?row\.jsx$/.test(path))) return found
  visit(tree, (node) => {
    if (ts.isFunctionDeclaration(node) && elementsIn(node).some((name) => name === 'GridRow' || name === 'Row'))
      found.push(node)
  })
  return found
}

/** Returns what takes its time in a row: hooks, and elements of the router and the library of icons. */
function slowIn({ tree }: Source, row: ts.FunctionDeclaration): string[] {
  const slow = new Set<string>()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !/'(lucide-react|@tanstack\/react-router)'/.test(statement.getText(tree)))
      continue
    const names = statement.importClause?.namedBindings
    if (names && ts.isNamedImports(names)) for (const { name } of names.elements) slow.add(name.text)
  }
  const found = elementsIn(row).filter((name) => slow.has(name))
  visit(row, (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^use[A-Z]/.test(node.expression.text))
      found.push(node.expression.text)
  })
  return found
}

test('rows of dense tables are elements and words alone', () => {
  const rows = readSources()
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.tsx'))
    .flatMap((source) => rowsIn(source).map((row) => ({ source, row, name: row.name?.text ?? '' })))
    // A screen returns rows for its list, once.
    .filter(({ name }) => !name.endsWith('Screen'))
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['StampRow', 'FileRow', 'FolderRow', 'BinRow']))
  const slow = rows.flatMap(({ source, row, name }) => slowIn(source, row).map((what) => `${name}: ${what}`))
  expect(slow).toEqual([])
})
