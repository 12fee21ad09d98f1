interface Builtins {
  'node:crypto': typeof import('node:crypto')
  'node:dns': typeof import('node:dns')
  'node:fs': typeof import('node:fs')
  'node:path': typeof import('node:path')
  'node:url': typeof import('node:url')
}

/**
 * Returns a module of Node, undefined where there is no Node. Without an import, the same file loads in browsers, and bundlers
 * have nothing to replace.
 */
export function builtin<Id extends keyof Builtins>(id: Id): Builtins[Id] | undefined {
  return globalThis.process?.getBuiltinModule?.(id) as Builtins[Id] | undefined
}

/** Returns Node's functions for files, and the path that names one. @throws {TypeError} in browsers */
export function nodeFile(source: string | URL) {
  const [fs, path, url] = [builtin('node:fs'), builtin('node:path'), builtin('node:url')]
  if (!fs || !path || !url)
    throw new TypeError('Only Node can read a file by its path. Pass a Blob, bytes or a stream.')
  const at = typeof source === 'string' ? source : url.fileURLToPath(source)
  return { path: at, name: path.basename(at), open: () => fs.promises.open(at), stream: fs.createReadStream }
}
