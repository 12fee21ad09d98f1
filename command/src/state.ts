import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'

/** The folder for what commands remember from run to run. */
export const stateFolder = envPaths('tallystick', { suffix: '' }).data

/** Returns the path of a state file. @param parts say what it is about, such as an account and a folder */
export function stateFile(kind: string, parts: readonly string[], ending: string): string {
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
  return join(stateFolder, kind, `${name}${ending}`)
}

/** Replaces a file of our own as a whole: after a crash, it is the old one or the new one. Only its owner can read it. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
}
