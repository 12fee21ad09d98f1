import { mkdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * Takes a lock. It is a listening socket, so it ends with its process, however that dies, and no reused process ID can be mistaken
 * for it.
 * @returns what releases it; null when another process has it
 */
export async function takeLock(file: string): Promise<(() => Promise<void>) | null> {
  const path = socketPath(file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const server = await listen(path)
  if (server) return () => new Promise((done) => server.close(() => done()))
  if (await answers(path)) return null
  // Left by a process that was killed.
  await rm(path, { force: true })
  const second = await listen(path)
  return second && (() => new Promise((done) => second.close(() => done())))
}

/** The path of a socket has 108 bytes on Linux, 104 elsewhere, the last one zero. */
function socketPath(file: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tallystick-${basename(file)}`
  return Buffer.byteLength(file) < 104 ? file : join(tmpdir(), `tallystick-${basename(file)}`)
}

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
    socket.once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
