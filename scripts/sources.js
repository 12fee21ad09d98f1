import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the files of a folder and its subfolders, in one order everywhere. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Builds, unless the sources are what they were the last time. `mark` is a file that keeps their hash. */
export async function buildWhenChanged({ repository, sources, mark, build }) {
  const hash = createHash('sha256')
  for (const path of sources)
    hash.update(path.slice(repository.length)).update('\0').update(readFileSync(path)).update('\0')
  const source = hash.digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === source) return
  await build()
  writeFileSync(mark, source)
}
