import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { backoff } from '../base/turns/loop.js'

/** A program to keep running. */
export interface SupervisedProgram {
  /** Name in the log. */
  name: string
  /** Called before each start. */
  command: () => Promise<readonly [program: string, ...args: string[]]>
  /** Working directory, entered with the service's rights before switching to `user`. */
  cwd: string
  env: Record<string, string>
  /** Another user to run as (root only). */
  user?: { uid: number; gid: number } | undefined
  /** File for its process ID, by which the next start of the service finds a leftover; its folder must belong to the user. */
  pidFile: string
  /** Text in its command line that no other program has, e.g. its data folder. */
  mark: string
  /** Resolves once it works; throws before. Called after each start. */
  ready: () => Promise<void>
  /** How long a start may take. */
  readyMs: number
  /** How long it may take to stop cleanly. */
  stopMs: number
  /** How long the guard of a service that died may take to stop it; 10 s unless given. */
  guardMs?: number
  logger: Logger
}

/** A supervised program. */
export interface Supervised {
  /** Process ID of the program; changes with a restart. */
  readonly pid: number | undefined
  /** Stops it and starts it again. @returns when it is ready, or was asked to stop */
  restart(): Promise<void>
  /** Stops it and waits for its end. */
  stop(): Promise<void>
}

// The program never outlives the service: the guard holds the other end of a pipe. When that closes, however the service died,
// the guard asks the program to stop, and soon kills it. The watcher outlives the guard's shell, should that be killed.
const guard = `
exec 4<&0 </dev/null
sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$@" 4<&- & program=$!
(
  while read -r _; do :; done <&4
  kill -INT $program || exit 0
  for signal in 0 0 0 QUIT KILL; do sleep 0.9 || sleep 1; kill -$signal $program || exit 0; done
) >/dev/null 2>&1 & watcher=$!
exec 4<&-
wait $program; status=$?
kill $watcher 2>/dev/null
exit $status
`

/** A program that runs this long doesn't fail at every start. */
const steadyMs = 10_000

/**
 * Starts a program and keeps it running, restarting it with a backoff of up to 30 s. It runs in its own session, out of reach of
 * Ctrl-C, and ends within 5 s when the service dies.
 *
 * @throws {Error} with its last output when it isn't ready within `readyMs`
 */
export async function supervise(program: SupervisedProgram): Promise<Supervised> {
  const supervisor = new Supervisor(program)
  await stopLeftOver(program)
  await supervisor.start()
  return supervisor
}

class Supervisor implements Supervised {
  private readonly program: SupervisedProgram
  private shell: ChildProcess | undefined
  private ended: Promise<unknown> = Promise.resolve()
  /** Under way. Callers share it: a second one would wait for the end of the next program. */
  private halting: Promise<void> | undefined
  private stopping = false
  /** Its next end is a restart that was asked for. */
  private isAsked = false
  /** Called when a restart is over. */
  private restarted: (() => void) | undefined
  private readonly abort = new AbortController()
  private keeping: Promise<void> = Promise.resolve()
  private lastWords: string[] = []
  /** Resolves once all its output has been read, which may be after its end. */
  private heard: Promise<unknown> = Promise.resolve()
  private notReady: unknown
  pid: number | undefined

  constructor(program: SupervisedProgram) {
    this.program = program
  }

  async start(): Promise<void> {
    const { name, readyMs } = this.program
    const deadline = performance.now() + readyMs
    for (let failures = 1; ; failures++) {
      if (await this.attempt(deadline)) break
      if (performance.now() > deadline || failures > 8) {
        await this.stop()
        // A process that it left behind may keep the pipes open.
        await Promise.race([this.heard, sleep(1000)])
        const words = [...this.lastWords, String(this.notReady)].join('\n')
        throw new Error(`The embedded ${name} did not start. Its last output:\n${words}`)
      }
      await sleep(backoff(failures))
    }
    this.keeping = this.keep()
  }

  async stop(): Promise<void> {
    this.stopping = true
    this.abort.abort()
    await this.halt()
    await this.keeping
  }

  async restart(): Promise<void> {
    if (this.stopping) return
    const over = new Promise<void>((resolve) => {
      this.restarted = resolve
    })
    this.isAsked = true
    await this.halt()
    await over
  }

  /** Restarts it whenever it ends. */
  private async keep(): Promise<void> {
    const { name, logger, readyMs } = this.program
    let failures = 0
    let upSince = performance.now()
    for (;;) {
      await this.ended
      if (this.stopping) return this.restarted?.()
      failures = this.isAsked || performance.now() - upSince > steadyMs ? 1 : failures + 1
      if (!this.isAsked) {
        const lastWords = this.lastWords.slice(-5)
        logger.error({ program: name, failures, lastWords }, 'exited unexpectedly, restarting')
      }
      // If only the guard died, the pipe stops the program, which must end before the next start.
      await this.halt()
      await sleep(failures === 1 ? 0 : backoff(failures), undefined, { signal: this.abort.signal }).catch(
        () => undefined,
      )
      if (this.stopping) return this.restarted?.()
      const up = await this.attempt(performance.now() + readyMs).catch((err) =>
        logger.error({ err, program: name }, 'failed to restart'),
      )
      upSince = performance.now()
      if (up && !this.isAsked) logger.info({ program: name, pid: this.pid }, 'restarted')
      if (up) this.restarted?.()
      this.isAsked = false
    }
  }

  /** Starts it once. Returns whether it became ready. */
  private async attempt(deadline: number): Promise<boolean> {
    const { command, cwd, env, user, pidFile, ready } = this.program
    const args = await command()
    await rm(pidFile, { force: true })
    const shell = spawn('sh', ['-c', guard, 'guard', relative(cwd, pidFile), ...args], {
      cwd,
      env,
      ...user,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.shell = shell
    let running = true
    this.ended = new Promise<void>((resolve) => {
      shell.once('exit', () => resolve())
      shell.once('error', (error) => {
        this.hear(error.message)
        resolve()
      })
    }).then(() => {
      running = false
    })
    shell.stdin.on('error', () => undefined)
    const heard = [shell.stdout, shell.stderr].map((stream) => {
      const lines = createInterface(stream).on('line', (line) => this.hear(line))
      return new Promise<void>((resolve) => lines.once('close', resolve))
    })
    this.heard = Promise.all(heard)
    // Asked at least once, however long the start of the process took.
    do {
      try {
        await ready()
        this.pid = await pidIn(pidFile)
        return running
      } catch (error) {
        this.notReady = error
        await sleep(25)
      }
    } while (running && !this.stopping && performance.now() < deadline)
    await this.halt()
    return false
  }

  /** Ends the program and its guard, by force if needed. The next one starts only after that. */
  private halt(): Promise<void> {
    this.halting ??= this.end().finally(() => {
      this.halting = undefined
    })
    return this.halting
  }

  private async end(): Promise<void> {
    const { shell } = this
    if (!shell) return
    const pid = await pidIn(this.program.pidFile)
    if (pid !== undefined && (await isOurs(pid, this.program.mark))) {
      signal(pid, 'SIGINT')
      if (!(await gone(pid, this.program.mark, this.program.stopMs))) {
        this.program.logger.error({ program: this.program.name, pid }, 'does not stop, killing it')
        signal(pid, 'SIGKILL')
        await gone(pid, this.program.mark, 5000)
      }
    }
    shell.stdin?.destroy()
    await this.ended
    this.pid = undefined
    await rm(this.program.pidFile, { force: true })
  }

  private hear(line: string): void {
    this.lastWords = [...this.lastWords.slice(-19), line]
    this.program.logger.debug({ program: this.program.name }, line)
  }
}

/** Stops a leftover of an earlier run, whose processes were all killed at once. */
async function stopLeftOver({
  name,
  pidFile,
  mark,
  stopMs,
  guardMs = 10_000,
  logger,
}: SupervisedProgram): Promise<void> {
  const pid = await pidIn(pidFile)
  if (pid === undefined || !(await isOurs(pid, mark))) return
  if (await hasGuard(pid, mark)) {
    // Its service lives, or has just died: then the guard stops it.
    if (await gone(pid, mark, guardMs)) return
    throw new Error(
      `${name} (process ${pid}) is run by another service on the same data folder. Stop that service first.`,
    )
  }
  logger.warn({ program: name, pid }, 'still running from an earlier start, stopping it')
  signal(pid, 'SIGINT')
  if (await gone(pid, mark, stopMs)) return
  signal(pid, 'SIGKILL')
  if (!(await gone(pid, mark, 5000)))
    throw new Error(`${name} of an earlier start (process ${pid}) cannot be stopped. Kill it by hand.`)
}

/** Returns the process ID in the first line of a file. */
export async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number(text.split('\n', 1)[0])
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** Returns whether the process still runs and is the one meant: process IDs are reused. */
export async function isOurs(pid: number, mark: string): Promise<boolean> {
  return (await commandLine(pid)).includes(mark)
}

/** Returns whether the guard that started it lives. */
async function hasGuard(pid: number, mark: string): Promise<boolean> {
  const parent = await parentOf(pid)
  return parent !== undefined && (await isOurs(parent, mark))
}

async function parentOf(pid: number): Promise<number | undefined> {
  const text =
    process.platform === 'linux'
      ? /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1]
      : await psOf(pid, 'ppid=')
  return text ? Number(text) : undefined
}

/** Returns the command line of a process; empty when it has ended, or is a zombie. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  return psOf(pid, 'command=')
}

async function psOf(pid: number, column: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', column, '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim()
}

async function gone(pid: number, mark: string, ms: number): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; await sleep(20)) {
    if (!(await isOurs(pid, mark))) return true
  }
  return false
}

function signal(pid: number, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
