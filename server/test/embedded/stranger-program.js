// Another program of this machine: tries each given way to a node, and prints those that answered.
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

const { ports, socket, user, methods, time } = JSON.parse(process.argv[2])
if (user !== null) {
  process.setgroups([])
  process.setgid(user)
  process.setuid(user)
}
const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses.map(({ address }) => address))
const hosts = new Set(['127.0.0.1', '127.0.0.2', '127.255.255.255', '255.255.255.255', '0.0.0.0', '::', '::1', ...own])

/** Resolves with whether anything came back, or the connection was made at all. */
const isOpen = (place, bytes) =>
  new Promise((done) => {
    const line = connect(place, () => line.write(bytes))
    line.once('connect', () => done(true))
    line.once('error', () => done(false))
  })

const answered = []
const ways = [...hosts].flatMap((host) => ports.map((port) => ({ host, port })))
if (socket) ways.push({ path: socket })
for (const way of ways) {
  for (const method of methods) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [time] })
    const head = `POST / HTTP/1.1\r\nhost: node\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    if (await isOpen(way, way.path ? body : head + body)) answered.push({ ...way, method })
  }
}
process.stdout.write(JSON.stringify(answered), () => process.exit())
