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
  /** Parsed when first asked for: filter by the text before, it is much cheaper. */
  readonly tree: ts.SourceFile
  /** Its imports of any kind, types included. */
  readonly imports: readonly string[]
}

export const packages = ['proof', 'contract', 'sdk', 'command', 'server', 'web', 'bench'] as const

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

/** Declarations begin a line, as the formatter writes them; `import()` of modules and of types, and `require()`, may stand anywhere. */
const importing =
  /^(?:import|export)\b(?:[^'"`;]*?\bfrom)? ?['"]([^'"]+)['"]|(?<![\w.])(?:import|require)\(\s*['"]([^'"]+)['"]\s*[,)]/gm

const read = new Map<string, Source>()

/** Reads one module, once for all files of a run that share this process. */
export function readSource(path: string): Source {
  const source = read.get(path) ?? parse(path, readFileSync(`${root}${path}`, 'utf8'))
  read.set(path, source)
  return source
}

/** Returns the text of a module as one. */
export function parse(path: string, text: string): Source {
  let tree: ts.SourceFile | undefined
  let imports: readonly string[] | undefined
  return {
    path,
    text,
    get tree() {
      tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
      return tree
    },
    get imports() {
      imports ??= [...text.matchAll(importing)].map(([, declared, called]) => `${declared ?? called}`)
      return imports
    },
  }
}

/** Calls `see` for a node and everything below it, each with the nodes it is in, the closest first. */
export function visit(
  node: ts.Node,
  see: (node: ts.Node, above: readonly ts.Node[]) => void,
  above: readonly ts.Node[] = [],
): void {
  see(node, above)
  const inside = [node, ...above.slice(0, depthMax - 1)]
  ts.forEachChild(node, (child) => visit(child, see, inside))
}

/** Returns the name of what is called: `it.each()` of `it.each([1])('…')`; cheaper than its text, which repeats in long chains. */
export function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return `${nameOf(node.expression)}.${node.name.text}`
  return ts.isCallExpression(node) ? `${nameOf(node.expression)}()` : ''
}

/** So many of the nodes around one are shown: that of a call in a function in `new Promise`. */
const depthMax = 2

/** Returns the repository path of a relative import; null for imports of packages. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const path = posix.join(posix.dirname(from), specifier)
  // Scripts run before anything is compiled, so they are JavaScript.
  return /(^|\/)scripts\//.test(path) ? path : path.replace(/\.js(x?)$/, '.ts$1')
}

/** Returns the package part of a specifier: `@scope/name` or `name`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}
