import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../base/config.js'

/** A data folder that this process has to itself. */
export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a data folder for this process alone. The lock is a socket that somebody listens on, so it goes with its process,
 * whatever that died of, and no process id can be mistaken.
 *
 * @throws ConfigError when another service runs on the folder
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = socketPath(dataDir)
  // A process that was just killed may take a moment to be gone.
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

/** In the folder, unless that has too long a name for a socket (108 bytes on Linux, 104 elsewhere, with the last one zero). */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'service.lock')
  if (Buffer.byteLength(path) < 104) return path
  return join(tmpdir(), `tallystick-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`)
}

/** Null when the path is taken, by a process that runs or by one that died. */
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
