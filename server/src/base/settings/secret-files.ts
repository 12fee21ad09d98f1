import { readFileSync } from 'node:fs'
import type { Setting } from './define.js'

/**
 * Returns the secrets that files hold, by name; undefined if a file can't be used. NAME_FILE is the path of NAME, as Docker and
 * systemd hand secrets over: in the environment they would show in `docker inspect` and in /proc.
 *
 * @param problems receives what is wrong, in words for the operator
 */
export function secretsFromFiles(
  settings: readonly Setting[],
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { name, secret } of settings) {
    const path = secret && env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE can't be combined. Remove one of them.`)
    const content = textOf(path)
    if ('problem' in content) problems.push(`${name}_FILE must be the path of ${content.problem}.`)
    found.set(name, 'text' in content ? content.text : undefined)
  }
  return found
}

/** Returns the text without surrounding space: most editors end a file with a line break. */
function textOf(path: string): { text: string } | { problem: string } {
  const shown = JSON.stringify(path)
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { problem: `a file that holds the secret: ${shown} is empty` } : { text }
  } catch (error) {
    return { problem: `a readable file, not ${shown} (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})` }
  }
}
