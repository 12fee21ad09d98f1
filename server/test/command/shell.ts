import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../../test/sources.js'
import type { Ran } from './command.js'

const program = new URL(`file://${root}command/dist/program/tallystick.js`).href

/** Ends what a command prints: no text has it. */
const mark = '\u0000'

/** Runs the commands it is sent, one after the other, as the command line does. */
const script = `
import { main } from ${JSON.stringify(program)}
process.stdout.setMaxListeners(0)
process.on('message', async ({ args, env }) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  const code = await main(['node', 'tallystick', ...args])
  process.stdout.write(${JSON.stringify(mark)})
  process.stderr.write(${JSON.stringify(mark)})
  process.send(code)
})`

/** A process for one command after the other: starting one for each takes longer than most commands. */
export class Shell {
  private readonly folder: string
  private child: ChildProcess | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** @param folder where commands run */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Runs a command once those before it have ended. It has no standard input. */
  run(args: readonly string[], env: Record<string, string | undefined>): Promise<Ran> {
    const ran = this.last.then(() => this.send(args, env))
    this.last = ran.catch(() => undefined)
    return ran
  }

  stop(): void {
    this.child?.kill('SIGKILL')
  }

  private async send(args: readonly string[], env: Record<string, string | undefined>): Promise<Ran> {
    this.child ??= spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { child } = this
    const ending = new AbortController()
    const ended = once(child, 'close', ending).then(() => {
      throw new Error(`the process of ${args.join(' ')} has ended`)
    })
    child.send({ args, env })
    const done = Promise.all([once(child, 'message', ending), printed(child.stdout), printed(child.stderr)])
    try {
      const [[code], out, err] = await Promise.race([done, ended])
      return { code, out, err }
    } finally {
      ending.abort()
      ended.catch(() => undefined)
    }
  }
}

/** Reads what a command prints on a stream. */
function printed(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      if (chunk.at(-1) !== 0) return
      stream?.off('data', read)
      resolve(Buffer.concat(chunks).subarray(0, -1).toString())
    }
    stream?.on('data', read)
  })
}
