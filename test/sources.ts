import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The repository's folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** A module of the repository, as its source shows it. */
export interface Source {
  /** Relative to the repository's folder, with `/`. */
  path: string
  text: string
  tree: ts.SourceFile
  /** What it imports in any way, types included. */
  imports: readonly string[]
}

export const packages = ['proof', 'contract', 'sdk', 'server', 'web', 'bench'] as const

/** Lists files that are, or are about to be, under version control. */
export function trackedFiles(...patterns: readonly string[]): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean).sort()
}

/** Reads the modules of all packages, without tests. */
export function readSources(): Source[] {
  const patterns = packages.map((name) => `${name}/src`)
  return trackedFiles(...patterns)
    .filter((path) => /\.tsx?$/.test(path))
    .map(readSource)
}

/** Parses one module. */
export function readSource(path: string): Source {
  return parse(path, readFileSync(`${root}${path}`, 'utf8'))
}

/** Parses the text of a module. */
export function parse(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: string[] = []
  visit(tree, (node) => {
    const named =
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && isImportCall(node)
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined
    if (named && ts.isStringLiteralLike(named)) imports.push(named.text)
  })
  return { path, text, tree, imports }
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require')
  )
}

/** Calls `see` for a node and everything below it. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** Returns the repository path of a relative import; null for imports of packages. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(posix.dirname(from), specifier).replace(/\.js(x?)$/, '.ts$1')
}

/** Returns the package part of a specifier: `@scope/name` or `name`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}
