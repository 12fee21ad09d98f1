import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'
import { describeMachine, MachineClock } from './machine.js'
import { readWorkerStates } from './run-folder.js'
import { root } from './sources.js'

/** Machine seconds without a sign of life after which a test file hangs; a single wait ends after a third of them. */
const usualPatience = 180

/** A test file that runs. */
interface Running {
  /** The runner's view of it: the test or hook. */
  doing: string
  /** Machine seconds at its last sign of life. */
  at: number
  /** When it last wrote what it waits for, as far as it was seen. */
  writtenMs: number
}

/**
 * Finds hangs, for the run as a whole: no test has a time limit of its own. A file is alive while its tests and hooks begin and end, and
 * while something it waits for by `eventually` may still come. When one isn't, every worker says what it waits for, and the run
 * ends.
 */
export class Watch {
  private readonly clock = new MachineClock()
  private readonly running = new Map<string, Running>()
  private readonly hung: (problems: readonly string[]) => void
  private readonly patience: number
  private readonly timer: NodeJS.Timeout

  /**
   * @param hung ends the run; gets a line for each file that runs
   * @param patience machine seconds without a sign of life after which a file hangs
   */
  constructor(hung: (problems: readonly string[]) => void, patience = usualPatience) {
    this.hung = hung
    this.patience = patience
    this.timer = setInterval(() => this.look(), 500)
    this.timer.unref()
  }

  /** A file begins. */
  begin({ moduleId }: TestModule): void {
    this.running.set(moduleId, { doing: 'loading', at: this.clock.read(), writtenMs: 0 })
  }

  /** A file shows that it is alive. The runner reports a last hook after the end of its file. */
  sign({ moduleId }: TestModule, doing: string): void {
    const running = this.running.get(moduleId)
    if (running) Object.assign(running, { doing, at: this.clock.read() })
  }

  /** A file ends. */
  end({ moduleId }: TestModule): void {
    this.running.delete(moduleId)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    const now = this.clock.read()
    const isQuiet = ({ at }: Running) => now - at > this.patience
    if (![...this.running.values()].some(isQuiet)) return
    const states = readWorkerStates()
    for (const [file, running] of this.running) {
      const { writtenMs = 0 } = states.find((state) => state.file === file) ?? {}
      if (isQuiet(running) && writtenMs > running.writtenMs) Object.assign(running, { writtenMs, at: now })
    }
    if (![...this.running.values()].some(isQuiet)) return
    this.stop()
    const lines = [...this.running].map(([file, running]) => {
      const { waits = [] } = states.find((state) => state.file === file) ?? {}
      const quiet = isQuiet(running) ? `hangs, quiet for ${Math.round(now - running.at)} machine seconds` : 'runs'
      const what = waits.length > 0 ? `, waits for: ${waits.join('; ')}` : ''
      return `${relative(root, file)} ${quiet} (${describeMachine()}) in: ${running.doing}${what}`
    })
    for (const { pid } of states) kill(pid)
    this.hung(lines)
  }
}

/** A worker that hangs may not end by itself; what it started ends with it. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
