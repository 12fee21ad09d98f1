import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { sized } from '../../../test/tier.js'
import { type Created, someFolder, upload } from '../files/upload.js'
import { type TestAccount, useOwnService } from '../service.js'

/** Longer than it takes to open them all. */
const readSeconds = Math.ceil(limitMs(sized({ short: 1_000, long: 2_500 })) / 1000)
const service = useOwnService({ READ_SECONDS: String(readSeconds) })
const mebibyte = 1 << 20
/** Downloads an account may have under way. */
const placesMax = 32
/** More than the buffers of a connection hold. */
const size = 8 * mebibyte
let ada: TestAccount
let bea: TestAccount
let file: Created
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
  for (const owner of [ada, bea]) {
    file = await upload(service, owner, await someFolder(service, owner), Buffer.alloc(size))
  }
})

/** A connection whose client has taken the beginning of the answer, and takes nothing more. */
interface Stalled {
  status: number
  socket: Socket
  /** The service's side: the client's shows nothing of what it doesn't read. */
  side: Socket
}

/** The service's side of each connection, by the client's port. */
const sides = new Map<number | undefined, Socket>()
const keepSide = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  sides.set(socket.remotePort, socket)
}
beforeAll(() => subscribe('http.server.request.start', keepSide))
afterAll(() => {
  unsubscribe('http.server.request.start', keepSide)
})

async function stalled(method: string, path: string, by: TestAccount): Promise<Stalled> {
  const { hostname, port } = new URL(service.url)
  const headers = ['Host: localhost', 'Connection: close', `Authorization: ${by.auth.authorization}`]
  const socket = connect(Number(port), hostname, () =>
    socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`),
  )
  socket.on('error', () => undefined)
  const [beginning] = await once(socket, 'data')
  const side = sides.get(socket.localPort) as Socket
  return { status: Number(`${beginning}`.split(' ')[1]), socket: socket.pause(), side }
}

/** Waits until the service has cut those that it began to answer. Read before, one would get the rest of its answer. */
const untilCut = (connections: readonly Stalled[]) =>
  Promise.all(withStatus(connections, 200).map(({ side }) => side.closed || once(side, 'close')))

/** Waits until the account has every place it may have. */
const untilAllAreFree = (path: string, by: TestAccount) =>
  eventually('all places are free', async () => {
    const again = await Promise.all(Array.from({ length: placesMax }, () => stalled('GET', path, by)))
    for (const { socket } of again) socket.destroy()
    return withStatus(again, 200).length === placesMax
  })

const ask = (method: string, path: string, by: TestAccount) =>
  fetch(`${service.url}${path}`, { method, headers: by.auth })

/** Asks until it is no longer refused. @returns the bytes that came */
const untilTaken = (method: string, path: string, by: TestAccount) =>
  eventually('it is no longer refused', async () => {
    const answer = await ask(method, path, by)
    const bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200 && answer.status !== 429)
      throw new Hopeless(`${method} ${path} answered ${answer.status}`)
    return answer.status === 200 && bytes
  })

/** Expects that the service has closed connections in the middle of their answers. */
async function expectCut(connections: readonly Stalled[]): Promise<void> {
  await Promise.all(
    connections.map(async ({ socket }) => {
      let bytes = 0
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      if (!socket.closed) await once(socket.resume(), 'close')
      expect(bytes).toBeLessThan(size - mebibyte)
    }),
  )
}

const withStatus = (connections: readonly Stalled[], wanted: number) =>
  connections.filter(({ status }) => status === wanted)

describe('four exports of one account that no one reads', () => {
  const [method, path] = ['POST', '/account/export'] as const

  it('do not keep that of another account waiting, and end', async () => {
    const four = await Promise.all(Array.from({ length: 4 }, () => stalled(method, path, ada)))
    expect([withStatus(four, 200).length, withStatus(four, 429).length]).toEqual([1, 3])
    const other = await ask(method, path, bea)
    expect(other.status).toBe(200)
    expect((await other.arrayBuffer()).byteLength).toBeGreaterThan(size)
    await untilCut(four)
    expect(await untilTaken(method, path, ada)).toBeGreaterThan(size)
    await expectCut(four)
  })
})

describe('downloads that no one reads', () => {
  const [readers, perReader] = sized({ short: [2, 40], long: [15, 40] })
  const underWay = readers * placesMax

  it(`${readers * perReader} of them end, in bounded memory, and others are served meanwhile`, async () => {
    const path = `/api/files/${file.fileId}/content`
    const accounts: TestAccount[] = []
    while (accounts.length < readers) accounts.push(await service.account())
    const before = process.memoryUsage.rss()
    const connections = await Promise.all(
      accounts.flatMap((reader) => Array.from({ length: perReader }, () => stalled('GET', path, reader))),
    )
    expect(withStatus(connections, 200)).toHaveLength(underWay)
    expect(withStatus(connections, 429)).toHaveLength(readers * perReader - underWay)
    const other = await ask('GET', path, bea)
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, size])
    // Each holds half a megabyte. The clients are in this process, too, and so is the file just read.
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * mebibyte + (underWay * mebibyte) / 2)
    await untilCut(connections)
    for (const reader of accounts) {
      await untilAllAreFree(path, reader)
      expect(await untilTaken('GET', path, reader)).toBe(size)
    }
    await expectCut(connections)
  })
})
