import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPrograms } from '../../../test/debian.js'

/** A clock of another process that a test sets: the time of day alone, as an operator or a time server sets it. */
export interface SteppingClock {
  /** The environment of the process. */
  readonly env: Record<string, string>
  /** Sets it, from the next look of the process on. @param aheadSeconds of this machine's clock; negative: behind it */
  set(aheadSeconds: number): void
}

/**
 * Returns a clock that libfaketime keeps for a process: it reads the file again whenever it is asked the time.
 *
 * @param folder for the file
 * @returns null without apt, which provides the library
 */
export async function steppingClock(folder: string): Promise<SteppingClock | null> {
  const debian = await debianPrograms(['libfaketime'])
  if (!debian) return null
  const file = join(folder, 'clock')
  const set = (aheadSeconds: number) => {
    // Never read half-written.
    writeFileSync(`${file}.next`, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`)
    renameSync(`${file}.next`, file)
  }
  set(0)
  const env = {
    LD_PRELOAD: libraryIn([debian.root, '/']),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // A clock that is set doesn't change what has passed, nor when files were written.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  return { env, set }
}

/** The library for programs with threads is in a folder of the platform. */
function libraryIn(tops: readonly string[]): string {
  for (const libraries of tops.map((top) => join(top, 'usr/lib')).filter(existsSync)) {
    for (const platform of readdirSync(libraries)) {
      const path = join(libraries, platform, 'faketime/libfaketimeMT.so.1')
      if (existsSync(path)) return path
    }
  }
  throw new Error('neither the package nor the system has libfaketimeMT.so.1')
}
