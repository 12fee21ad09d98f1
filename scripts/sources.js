import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * A part of the product that is built.
 *
 * @typedef {object} Part
 * @property {() => string[]} sources the files that decide what it is, apart from those that decide for every part
 * @property {string} mark a file that keeps the hash of the sources it was last built from
 * @property {() => Promise<void>} build
 */

/** Lists the files of a folder and its subfolders, in one order everywhere. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Lists what is compiled of packages. */
export function sourcesOf(packages) {
  return packages.flatMap((name) => filesIn(join(repository, name, 'src'))).filter((path) => !path.endsWith('.md'))
}

/** Builds a part, unless its sources are what they were the last time. */
export async function buildWhenChanged(part) {
  const source = hashOf(part)
  if (isMadeOf(part, source)) return
  rmSync(part.mark, { force: true })
  await part.build()
  writeFileSync(part.mark, source)
}

/** Returns whether a part is missing, or was built from other sources. */
export const isStale = (part) => !isMadeOf(part, hashOf(part))

const isMadeOf = ({ mark }, source) => existsSync(mark) && readFileSync(mark, 'utf8') === source

/** Dependencies and how things are built decide, too, or what was built otherwise would stay. */
function hashOf({ sources }) {
  const common = [join(repository, 'package-lock.json'), ...filesIn(import.meta.dirname)]
  const hash = createHash('sha256')
  for (const path of [...common, ...sources()])
    hash.update(relative(repository, path)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}
