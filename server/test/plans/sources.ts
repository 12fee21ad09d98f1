import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { oneLine } from './log.js'

/** A text in our code that is a statement, or a part of one. */
export interface SqlText {
  /** Its file, from `server/src`. */
  file: string
  line: number
  /** Text between the values put into it, each on one line. */
  parts: readonly string[]
}

const isSql = /(^|\s)(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|FROM|JOIN|LIMIT|ORDER BY)(\s|$)/

/** Finds all SQL in the source of a folder. */
export function sqlIn(folder: string): SqlText[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((name) => {
    const path = join(folder, name)
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
    const found: SqlText[] = []
    const visit = (node: ts.Node): void => {
      const pieces = piecesOf(node)
      if (pieces && isSql.test(pieces.join(' '))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.push({
          file: relative(folder, path),
          line: line + 1,
          parts: pieces.map(oneLine).filter((part) => part !== ''),
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

function piecesOf(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return undefined
}

/** Whether a text is in a statement: its parts, in this order. */
export function isIn({ parts }: SqlText, statement: string): boolean {
  let from = 0
  for (const part of parts) {
    const at = statement.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
