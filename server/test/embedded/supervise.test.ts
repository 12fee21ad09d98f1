import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { type Supervised, type SupervisedProgram, supervise } from '../../src/embedded/supervise.js'
import { isAlive } from '../processes.js'

const logger = pino({ level: 'silent' })

describe('supervise', () => {
  let folder: string
  let pidFile: string
  let readyFile: string
  const running: Supervised[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-supervise-'))
    pidFile = join(folder, 'pid')
    readyFile = join(folder, 'ready')
  })
  afterEach(async () => {
    for (const program of running.splice(0)) await program.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const pid = () => Number(readFileSync(pidFile, 'utf8'))
  const start = async (script: string, options: Partial<SupervisedProgram> = {}) => {
    const program = await supervise({
      name: 'test',
      command: async () => [process.execPath, '-e', script, join(folder, 'mark')],
      cwd: folder,
      env: {},
      pidFile,
      mark: join(folder, 'mark'),
      ready: async () => {
        if (!isAlive(Number(readFileSync(readyFile, 'utf8')))) throw new Error('not yet')
      },
      readyMs: limitMs(60_000),
      stopMs: limitMs(30_000),
      logger,
      ...options,
    })
    running.push(program)
    return program
  }
  const runsAgain = (program: Supervised, first: number) =>
    eventually('it runs again', () => program.pid !== undefined && program.pid !== first && isAlive(program.pid))
  const write = 'setInterval(() => {}, 1000); require("fs").writeFileSync("ready", String(process.pid))'
  const forever = `process.on("SIGINT", () => process.exit()); ${write}`

  it('runs a program until stopped', async () => {
    const program = await start(forever)
    const first = pid()
    expect(program.pid).toBe(first)
    await program.stop()
    expect(isAlive(first)).toBe(false)
    expect(program.pid).toBeUndefined()
  })

  it('does not stop the program of another running service', async () => {
    await start(forever)
    const first = pid()
    await expect(start(forever, { guardMs: 100 })).rejects.toThrow('is run by another service on the same data folder')
    expect(isAlive(first)).toBe(true)
  })

  it('is not in the terminal’s foreground, where Ctrl-C would end it too early', async () => {
    await start(forever)
    const group = (of: number) => execFileSync('ps', ['-o', 'pgid=', '-p', String(of)], { encoding: 'utf8' }).trim()
    expect(group(pid())).not.toBe(group(process.pid))
  })

  it('starts it again after it was killed', async () => {
    const program = await start(forever)
    const first = pid()
    process.kill(first, 'SIGKILL')
    await runsAgain(program, first)
  })

  it('leaves one program when its guard was killed', async () => {
    const program = await start(forever)
    const first = pid()
    const guard = Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(first)], { encoding: 'utf8' }).stdout)
    process.kill(guard, 'SIGKILL')
    await runsAgain(program, first)
    expect(isAlive(first)).toBe(false)
  })

  it('starts it again each time it is asked to', async () => {
    const program = await start(forever)
    for (const _ of Array(5)) {
      const first = program.pid
      await program.restart()
      expect([isAlive(first as number), isAlive(program.pid as number)]).toEqual([false, true])
      expect(pid()).toBe(program.pid)
    }
  })

  it('gives it time to stop', async () => {
    const stopsLater = 'setTimeout(() => { require("fs").writeFileSync("stopped", ""); process.exit() }, 100)'
    const program = await start(`process.on("SIGINT", () => ${stopsLater}); ${write}`)
    await program.stop()
    expect(existsSync(join(folder, 'stopped'))).toBe(true)
  })

  it('kills a program that does not stop', async () => {
    const whenKilled: boolean[] = []
    const stubborn = pino({ level: 'error' }, { write: () => whenKilled.push(isAlive(first)) })
    const program = await start(`process.on("SIGINT", () => {}); ${write}`, { stopMs: 1, logger: stubborn })
    const first = pid()
    await program.stop()
    expect([whenKilled, isAlive(first)]).toEqual([[true], false])
  })

  it('reports the last output of a program that fails to start', async () => {
    const script = 'console.error("out of ink"); require("fs").writeFileSync("said", ""); process.exit(3)'
    const ready = async () => {
      await eventually('it has said so', () => existsSync(join(folder, 'said')))
      throw new Error('not ready')
    }
    await expect(start(script, { ready, readyMs: 1 })).rejects.toThrow('out of ink')
  })
})
