import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
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
 * @throws {ConfigError} when another service uses the folder
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = socketPath(dataDir)
  // A process that was just killed may take a moment to disappear.
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; ) {
    const server = await listen(path)
    if (server) return { release: () => new Promise((done) => server.close(() => done())) }
    if (await answers(path)) await sleep(50)
    else await rm(path, { force: true })
  }
  throw new ConfigError([
    `Another service runs on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  ])
}

const waitMs = 2000

/** Returns whether a service runs on a data folder. */
export function isLocked(dataDir: string): Promise<boolean> {
  return answers(socketPath(dataDir))
}

/** In the folder, unless its name is too long for a socket (108 bytes on Linux, 104 elsewhere, the last one zero). */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'service.lock')
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
