import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How a program ended, and what it printed. */
export interface Outcome {
  code: number
  out: string
  err: string
}

/**
 * Runs one of the package's built programs with only the given environment.
 *
 * @param isRead whether anyone reads its output; `head` stops early, too
 */
export function runProgram(
  name: 'main' | 'admin',
  args: readonly string[],
  env: Record<string, string> = {},
  isRead = true,
): Promise<Outcome> {
  const script = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } }
    const child = execFile(process.execPath, [script, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
    if (!isRead) child.stdout?.destroy()
  })
}
