import { type AddressInfo, connect, createServer, type Server } from 'node:net'

const broadcast = '255.255.255.255'
/** A system that drops the try instead of refusing it is as closed. */
const tryMs = 1000

/**
 * Returns an address for a program that must listen on TCP, at which no one can reach it: Linux lets a server listen on the broadcast
 * address, and makes no connection to it, from this machine or another. Tried out each time: other systems have other rules.
 *
 * @returns null where the system has none
 */
export async function closedAddress(): Promise<string | null> {
  const server = await listen()
  if (!server) return null
  const isOpen = await isReached(server)
  await new Promise((done) => server.close(done))
  return isOpen ? null : broadcast
}

function listen(): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => done(null))
    server.listen(0, broadcast, () => done(server))
  })
}

function isReached(server: Server): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect((server.address() as AddressInfo).port, broadcast)
    const end = (outcome: boolean) => {
      socket.destroy()
      done(outcome)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.setTimeout(tryMs, () => end(false))
  })
}
