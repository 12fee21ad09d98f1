import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { countStart } from '../../test/run-folder.js'
import { administer } from '../src/roof/administer.js'

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
    countStart(`${name}.js`)
    const child = execFile(process.execPath, [script, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
    if (!isRead) child.stdout?.destroy()
  })
}

/**
 * Runs a command of the administrator in this process with only the given environment, as {@link runProgram} does in one of its own:
 * for all but a few of each file, since a program takes a second of processor time to load.
 */
export async function runAdmin(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const kept = { env: process.env, exitCode: process.exitCode }
  const said = { out: '', err: '' }
  const listen = (stream: NodeJS.WriteStream, to: keyof typeof said) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said[to] += String(text)
      return true
    })
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
  process.env = { PATH: kept.env.PATH, ...env }
  process.exitCode = 0
  try {
    await administer(args)
    return { code: Number(process.exitCode), ...said }
  } finally {
    process.env = kept.env
    process.exitCode = kept.exitCode
    for (const spy of spies) spy.mockRestore()
  }
}
