import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../base/settings/config.js'

/** A data folder locked for this process. */
export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks a data folder for this process. The lock is a listening socket, so it ends with its process, however that dies, and no
 * reused process ID can be mistaken for it.
 *
 * The socket in the folder is seen from every container that mounts it, but a dead process leaves its name behind, and of two that remove
 * it at the same moment one removes the other's. So on Linux an abstract socket, which leaves nothing, admits one process of this
 * network namespace to the folder's first.
 *
 * @param waitMs how long to wait for a process that is ending
 * @throws {ConfigError} when another service uses the folder
 */
export async function lockFolder(dataDir: string, waitMs = waitMsUsual): Promise<FolderLock> {
  const path = socketPath(dataDir)
  const name = await abstractName(dataDir)
  // A process that was just killed may take a moment to disappear.
  for (const startMs = performance.now(); ; await sleep(50)) {
    const lock = await tryLock(path, name)
    if (lock) return lock
    if (performance.now() - startMs >= waitMs) break
  }
  throw new ConfigError([
    `Another service runs on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  ])
}

async function tryLock(path: string, name: string | null): Promise<FolderLock | null> {
  const alone = name === null ? undefined : await listen(name)
  if (alone === null) return null
  const server = (await listen(path)) ?? (await takeOver(path))
  if (server) return { release: () => close(server, alone) }
  await close(alone)
  return null
}

/** Removes what a dead process left, and listens. Null when a process answers. */
async function takeOver(path: string): Promise<Server | null> {
  if (await answers(path)) return null
  await rm(path, { force: true })
  return listen(path)
}

async function close(...servers: readonly (Server | undefined)[]): Promise<void> {
  await Promise.all(servers.map((server) => server && new Promise((done) => server.close(done))))
}

/** A socket's name outside of the file system, which Linux alone has: by what the folder is, whatever its name. */
async function abstractName(dataDir: string): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const { dev, ino } = await stat(dataDir)
  return `\0tallystick ${dev} ${ino}`
}

const waitMsUsual = 2000

/** Returns whether a service runs on a data folder. */
export function isLocked(dataDir: string): Promise<boolean> {
  return answers(socketPath(dataDir))
}

/** The lock's name in the folder. */
export const lockName = 'service.lock'

/** In the folder, unless its name is too long for a socket (108 bytes on Linux, 104 elsewhere, the last one zero). */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), lockName)
  if (Buffer.byteLength(path) < 104) return path
  return join(tmpdir(), `tallystick-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`)
}

/** Null when the path is in use by a running process, or left by a dead one. */
function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(null) : fail(error)))
    server.listen(path, () => done(server.unref()))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => done(true))
    socket.once('error', () => done(false)).once('close', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
