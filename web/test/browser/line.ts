import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { portalUrl } from './surroundings.js'

/** A connection to the service that can be cut like a cable. */
export interface Line {
  url: string
  /** Breaks all connections; new ones fail until `mend`. */
  cut(): void
  /** Lets everything through again. */
  mend(): void
  /** From now on, each connection takes so many bytes to the service, and keeps the rest until `mend`. */
  holdAfter(bytes: number): void
  /** Waits until a connection that is still open keeps bytes back. */
  untilHeld(): Promise<void>
}

/** Someone's connection, and the bytes kept back from the service. */
interface Connection {
  near: Socket
  far: Socket
  /** Bytes that may still go to the service. */
  left: number
  kept: Buffer[]
}

/** Provides a line for the tests of a file. */
export function useLine(): Line {
  const connections = new Set<Connection>()
  const { hostname, port } = new URL(portalUrl)
  let isCut = false
  let limit = Number.POSITIVE_INFINITY
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ host: hostname, port: Number(port) })
    const connection: Connection = { near, far, left: limit, kept: [] }
    connections.add(connection)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('data', (bytes) => {
      const passed = bytes.subarray(0, connection.left)
      connection.left -= passed.length
      if (passed.length > 0) far.write(passed)
      if (passed.length < bytes.length) connection.kept.push(bytes.subarray(passed.length))
    })
    far.pipe(near)
    near.on('end', () => far.end())
    near.on('close', () => {
      connections.delete(connection)
      // Ended, not destroyed: what went through arrives.
      far.unpipe().resume().end()
    })
    far.on('close', () => near.destroy())
  })
  const line: Line = {
    url: '',
    cut() {
      isCut = true
      for (const { near } of connections) near.destroy()
    },
    mend() {
      isCut = false
      this.holdAfter(Number.POSITIVE_INFINITY)
    },
    holdAfter(bytes) {
      limit = bytes
      for (const connection of connections) {
        connection.left = bytes
        for (const kept of connection.kept.splice(0)) connection.near.emit('data', kept)
      }
    },
    async untilHeld() {
      await eventually('the line holds bytes back', () => [...connections].some(({ kept }) => kept.length > 0))
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
