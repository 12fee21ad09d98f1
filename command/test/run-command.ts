import { type SpawnOptions, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { countStart } from '../../test/run-folder.js'
import { main } from '../src/cli.js'

const bin = fileURLToPath(new URL('../bin/tallystick.js', import.meta.url))

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs the command in this process, which takes a hundredth of the time. */
export function tallystick(...args: string[]): Promise<Ran> {
  return tallystickReading('', ...args)
}

/** Runs it in this process, with standard input. */
export async function tallystickReading(input: string | Uint8Array, ...args: string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const stdin = Readable.from([Buffer.from(input)]) as unknown as typeof process.stdin
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin),
    vi.spyOn(process.stdout, 'write').mockImplementation(writer((text) => (out += text))),
    vi.spyOn(process.stderr, 'write').mockImplementation(writer((text) => (err += text))),
  ]
  const listening = process.stdout.listeners('error')
  try {
    const code = await main([process.execPath, bin, ...args])
    return { code, out, err }
  } finally {
    for (const spy of spies) spy.mockRestore()
    for (const listener of process.stdout.listeners('error')) {
      if (!listening.includes(listener)) process.stdout.off('error', listener as () => void)
    }
  }
}

/** Stands in for `write` of a stream. */
function writer(take: (text: string) => void): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...more: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = more.find((one): one is () => void => typeof one === 'function')
    if (done) queueMicrotask(done)
    return true
  }
}

/** Runs the built command as a user would, in a process of its own. */
export function tallystickProgram(...args: string[]): Promise<Ran> {
  return tallystickWith({}, ...args)
}

/** Runs it with standard input, other options of the process, or a standard output that no one reads (`isDeaf`). */
export function tallystickWith(
  {
    input,
    isDeaf = false,
    ...options
  }: SpawnOptions & { readonly input?: string | Uint8Array; readonly isDeaf?: boolean },
  ...args: string[]
): Promise<Ran> {
  countStart('tallystick.js')
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
