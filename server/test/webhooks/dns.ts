import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A DNS server on this machine. */
export interface Dns {
  /** Its `address:port`, for a resolver. */
  server: string
  /** The names it was asked for, in order. */
  asked: string[]
  close(): Promise<void>
}

const typeA = 1
const typeAaaa = 28

/** Starts a server that answers each name with the addresses from `find`; with none, the name does not exist. */
export async function startDns(find: (name: string) => readonly string[]): Promise<Dns> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = question(query)
    if (type === typeA) asked.push(name)
    const addresses = find(name)
    const fitting = addresses.filter((address) => (isIPv4(address) ? typeA : typeAaaa) === type)
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(fitting.length, 6)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...fitting.map((one) => record(one, type))]), from.port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const close = async () => {
    socket.close()
    await once(socket, 'close')
  }
  return { server: `127.0.0.1:${socket.address().port}`, asked, close }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Encodes a resource record with TTL 0 and the name of the question. */
function record(address: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, bytes])
}
