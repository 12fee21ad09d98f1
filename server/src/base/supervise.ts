import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'

/** A program that runs beside the service and must never outlive it. */
export interface Program {
  name: string
  /** Command and arguments. */
  command: readonly string[]
  cwd: string
  env: Record<string, string | undefined>
  /** The signal that ends it cleanly. */
  stopSignal: 'INT' | 'TERM'
  /** File with its process id, for the start after a crash. */
  pidFile: string
  /** Its command line contains this: so a process id that was given to another program is told apart. */
  mark: string
  /** Run as this user, when the service itself is root. */
  uid?: number | undefined
}

/** A program under supervision. */
export interface Supervised {
  /** Ends it and waits. */
  stop(): Promise<void>
}

/*
 * The guard: starts the program, and ends it when the pipe to the service closes, however the service ended. The program is
 * in a session of its own, so that Ctrl-C in a terminal reaches only the service, which then stops everything in order.
 */
const guard = `
signal=$1; pidfile=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- & child=$!
echo $child > "$pidfile"
trap '' INT TERM HUP
{ read -r _ <&3; kill -"$signal" $child; } 2>/dev/null & watcher=$!
exec 3<&-
wait $child; code=$?
kill -9 $watcher 2>/dev/null
exit $code
`

const stopTimeoutMs = 30_000

/**
 * Starts a program under a guard, and again whenever it dies, until it is stopped.
 *
 * @param ready resolves when the program can be used; awaited at the first start and after each restart
 * @throws what `ready` throws at the first start
 */
export async function supervise(program: Program, ready: () => Promise<void>, logger: Logger): Promise<Supervised> {
  let stopping = false
  let current: ChildProcess
  let ended: Promise<void>

  const launch = async () => {
    await endLeftOver(program, logger)
    const { command, cwd, env, uid } = program
    current = spawn('/bin/sh', ['-c', guard, 'guard', program.stopSignal, program.pidFile, ...command], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    current.stdin?.on('error', () => undefined)
    current.stderr?.on('data', (chunk: Buffer) => logger.debug({ program: program.name, output: String(chunk).trim() }, 'output'))
    const child = current
    ended = new Promise((resolve) => {
      child.once('error', () => resolve())
      child.once('exit', () => resolve())
    })
    void ended.then(() => revive(child))
  }

  const revive = async (died: ChildProcess) => {
    if (stopping || died !== current) return
    logger.warn({ program: program.name, code: died.exitCode, signal: died.signalCode }, 'it died: starting it again')
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(5000, pauseMs * 2)) {
      try {
        await launch()
        await ready()
        logger.info({ program: program.name }, 'runs again')
        return
      } catch (error) {
        logger.error({ program: program.name, err: error }, 'did not start')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  const stop = async () => {
    stopping = true
    current.stdin?.end()
    const late = setTimeout(() => {
      logger.error({ program: program.name }, 'does not end: killing it')
      void endLeftOver(program, logger, 'SIGKILL')
    }, stopTimeoutMs)
    await ended
    clearTimeout(late)
  }

  await launch()
  try {
    await ready()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Ends what an earlier run left behind (its guard was killed too): two of the same on one folder would harm it. */
async function endLeftOver(program: Program, logger: Logger, signal?: 'SIGKILL'): Promise<void> {
  const pid = Number((await readFile(program.pidFile, 'utf8').catch(() => '')).split('\n', 1)[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isOurs(pid, program.mark))) return
  if (!signal) logger.warn({ program: program.name, pid }, 'still runs from an earlier start: ending it')
  for (let waitedMs = 0; await isOurs(pid, program.mark); waitedMs += 50) {
    try {
      if (waitedMs === 0) process.kill(pid, signal ?? `SIG${program.stopSignal}`)
      if (waitedMs === stopTimeoutMs) process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function isOurs(pid: number, mark: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  const [line, status] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
  ])
  return line.includes(mark) && !/^State:\s+Z/m.test(status)
}
