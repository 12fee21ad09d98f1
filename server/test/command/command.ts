import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { countStart } from '../../../test/run-folder.js'
import { root } from '../../../test/sources.js'
import { Shell } from './shell.js'

const bin = join(root, 'command/bin/tallystick.js')

/** A command's output, and its exit code. */
export interface Ran {
  code: number | null
  out: string
  err: string
}

/** Someone's machine: an own home and working folder. */
export interface Person {
  folder: string
  /** Variables of the environment, besides those of the machine. */
  env: Record<string, string>
  /**
   * Runs `tallystick` to its end, in a process of its own the first time that a file runs the command: it also shows that the process
   * ends. Later runs share one.
   */
  run(...args: string[]): Promise<Ran>
  /** Runs it in a process of its own, with standard input. */
  runWith(input: string, ...args: string[]): Promise<Ran>
  /** Starts `tallystick`, for tests that end it. */
  start(...args: string[]): ChildProcess
}

/** Makes a person's machine for the file's tests. */
export function usePerson(): Person {
  const home = mkdtempSync(join(tmpdir(), 'tallystick-command-'))
  const env: Person['env'] = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), TALLYSTICK_KEY_STORE: 'file' }
  const running = new Set<ChildProcess>()
  const shell = new Shell(home)
  const known = new Set<string>()
  const given = () => ({ PATH: process.env.PATH, ...env })
  const start = (...args: string[]) => {
    countStart('tallystick.js')
    const child = spawn(process.execPath, [bin, ...args], { cwd: home, env: given() })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const runWith = async (input: string, ...args: string[]): Promise<Ran> => {
    const child = start(...args)
    // A command that does not read its input may exit before all of it is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
    return { code, out, err }
  }
  const run = (...args: string[]) => {
    const [name = ''] = args
    if (known.has(name)) return shell.run(args, given())
    known.add(name)
    return runWith('', ...args)
  }
  afterAll(() => {
    shell.stop()
    // Those of a test that failed.
    for (const child of running) child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  return { folder: home, env, start, runWith, run }
}

/** Parses lines of JSON. */
export const objects = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
