import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { portalUrl } from './surroundings.js'

/** A connection to the service that can be cut like a cable. */
export interface Line {
  url: string
  /** Breaks all connections; new ones fail until `mend`. */
  cut(): void
  mend(): void
}

/** Provides a line for the tests of a file. */
export function useLine(): Line {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(portalUrl)
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const line: Line = {
    url: '',
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const address = server.address()
    if (address !== null && typeof address === 'object') line.url = `http://localhost:${address.port}`
  })
  afterAll(async () => {
    line.cut()
    await new Promise((resolve) => server.close(resolve))
  })
  return line
}
