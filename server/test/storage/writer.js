// A process that stores content on a disk of its own, for tests that kill it or fail its system calls.
// node writer.js forever|one|full|read-only FOLDER; prints its results, one JSON object per line.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DiskStore } from '../../build/storage/stores/disk.js'

const [command, folder, bytes] = process.argv.slice(2)
const store = await DiskStore.open(folder)
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** Stores content under its SHA-256. */
async function put(size) {
  const content = randomBytes(size)
  const key = `by-hash/${createHash('sha256').update(content).digest('hex')}`
  async function* source() {
    for (let at = 0; at < size; at += 65_536) {
      yield content.subarray(at, at + 65_536)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  try {
    await store.put(key, source())
    return { key }
  } catch (error) {
    return { key, code: error.code, status: error.status, cause: error.cause?.code }
  }
}

/** Lists the visible objects and the leftovers. */
async function state() {
  const keys = []
  for await (const { key } of store.list()) keys.push(key)
  return { keys, aside: readdirSync(join(folder, 'aside')).length, readinessProblems: await store.readinessProblems() }
}

if (command === 'forever') {
  const again = async () => {
    for (;;) tell(await put(Math.floor(Math.random() * Number(bytes))))
  }
  await Promise.all(Array.from({ length: 50 }, again))
}
if (command === 'one') tell({ ...(await put(Number(bytes))), ...(await state()) })
if (command === 'full') {
  const together = await Promise.all([put(8 << 20), put(40 << 20), put(40 << 20)])
  tell({ together, ...(await state()) })
  tell({ small: await put(1000), ...(await state()) })
  while (!(await put(64 << 10)).code);
  tell(await state())
}
if (command === 'read-only') {
  execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  tell({ ...(await put(1000)), ...(await state()) })
}
