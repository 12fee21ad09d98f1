import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.js'

/**
 * The folder of one run. The process that starts the others makes it and hands it down in `TEST_RUN`; it stays when a test failed:
 *
 * - `failures/`: what each failed test left, and `failures.txt`;
 * - `workers/`: for each worker what it waits for, rewritten at each sign of life;
 * - `processor-time.jsonl`: a line for each file;
 * - `starts.txt`: a line for each service, program, node and database server that was started.
 */
const folder = (): string | undefined => process.env.TEST_RUN

/** Makes the folder of a new run. Returns its path. */
export function createRunFolder(): string {
  const name = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${process.pid}`
  const path = join(root, 'test-results', name)
  for (const part of ['failures', 'workers']) mkdirSync(join(path, part), { recursive: true })
  process.env.TEST_RUN = path
  return path
}

/** Removes the folder of a run that left nothing to look at. */
export function removeRunFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** A worker's current activity. */
export interface WorkerState {
  pid: number
  /** The test file it runs. */
  file: string
  /** Condition that {@link eventually} waits for at the moment. */
  waits: readonly string[]
}

/** Records what this worker does. Also its sign of life. */
export function writeWorkerState(state: Omit<WorkerState, 'pid'>): void {
  const path = folder()
  if (path) writeFileSync(join(path, 'workers', `${process.pid}.json`), JSON.stringify({ pid: process.pid, ...state }))
}

/** Reads what the workers do, each with the time of its last sign of life. */
export function readWorkerStates(): (WorkerState & { writtenMs: number })[] {
  const workers = join(folder() ?? '', 'workers')
  return readdirSync(workers).flatMap((name) => {
    const path = join(workers, name)
    try {
      return [{ ...(JSON.parse(readFileSync(path, 'utf8')) as WorkerState), writtenMs: statSync(path).mtimeMs }]
    } catch {
      // Half written: its writer is alive.
      return []
    }
  })
}

/** The processor time of a test file, in seconds. */
export interface FileTime {
  file: string
  seconds: number
}

/** Records the processor time of a test file. */
export function writeFileTime(time: FileTime): void {
  const path = folder()
  if (path) appendFileSync(join(path, 'processor-time.jsonl'), `${JSON.stringify(time)}\n`)
}

/** Reads the processor time of all files so far. */
export function readFileTimes(): FileTime[] {
  const path = folder()
  if (!path) return []
  try {
    const lines = readFileSync(join(path, 'processor-time.jsonl'), 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as FileTime)
  } catch {
    return []
  }
}

/** Counts the start of something that costs processor time, by its kind: 'service', 'node'. */
export function countStart(kind: string): void {
  const path = folder()
  if (path) appendFileSync(join(path, 'starts.txt'), `${kind}\n`)
}

/** Returns how often each kind of thing was started. */
export function readStarts(): Map<string, number> {
  const counts = new Map<string, number>()
  try {
    const kinds = readFileSync(join(folder() ?? '', 'starts.txt'), 'utf8')
      .trim()
      .split('\n')
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  } catch {
    // Nothing was started.
  }
  return counts
}

/** Keeps something of a failed test, in a folder named after it. */
export function keep(test: string, name: string, content: string | Uint8Array): void {
  const path = folder()
  if (!path) return
  const of = join(path, 'failures', fileNameOf(test))
  mkdirSync(of, { recursive: true })
  writeFileSync(join(of, fileNameOf(name)), content)
}

/** Appends to what the run as a whole says of its failures. */
export function keepLine(line: string): void {
  const path = folder()
  if (path) appendFileSync(join(path, 'failures', 'failures.txt'), `${line}\n`)
}

/** Names begin with the test file. A long one keeps that and ends with a digest, so that no two tests share a folder. */
function fileNameOf(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}.]+/gu, '-')
  if (name.length <= 120) return name
  return `${name.slice(0, 111)}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}
