import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-lock-'))
const path = join(folder, 'service.lock')
const dead = join(folder, 'dead.lock')
const module = new URL('../../build/embedded/folder-lock.js', import.meta.url)

/** Locks the folder when told to, says whether it could, and releases it when told to. */
const locker = `
import { lockFolder } from '${module}'
let lock
process.on('message', async (word) => {
  if (word === 'lock') lock = await lockFolder('${folder}', 0).catch(() => undefined)
  else await lock?.release()
  process.send(word === 'lock' && lock !== undefined)
})`
const lockers: ChildProcess[] = []
const run = (source: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

beforeAll(async () => {
  const left = run(
    `import { createServer } from 'node:net'; createServer().listen('${dead}', () => process.send('up'))`,
  )
  await once(left, 'message')
  left.kill('SIGKILL')
  await once(left, 'exit')
  lockers.push(...Array.from({ length: 4 }, () => run(locker)))
  await Promise.all(lockers.map((one) => once(one, 'spawn')))
})
afterAll(() => {
  for (const one of lockers) one.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const ask = (word: 'lock' | 'release') =>
  Promise.all(
    lockers.map(async (one) => {
      const answered = once(one, 'message')
      one.send(word)
      return (await answered)[0] as boolean
    }),
  )

const rounds = sized({ short: 25, long: 500 })

it(`one of four processes gets the lock that a dead one left, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    linkSync(dead, path)
    const holds = await ask('lock')
    expect(holds.filter(Boolean), `round ${round}`).toHaveLength(1)
    await ask('release')
    expect(existsSync(path)).toBe(false)
  }
})
