import { type SpawnOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/tallystick.js', import.meta.url))

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs the command as a user would. */
export function tallystick(...args: string[]): Promise<Ran> {
  return tallystickWith({}, ...args)
}

/** Runs the command with standard input, other options of the process, or a standard output that no one reads (`isDeaf`). */
export function tallystickWith(
  {
    input,
    isDeaf = false,
    ...options
  }: SpawnOptions & { readonly input?: string | Uint8Array; readonly isDeaf?: boolean },
  ...args: string[]
): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => (out += chunk))
  child.stderr?.on('data', (chunk) => (err += chunk))
  if (isDeaf) child.stdout?.destroy()
  // A command that does not read its input may exit before all of it is written.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}
