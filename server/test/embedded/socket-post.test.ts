import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { isSocketAddress, socketAddress, socketPost } from '../../src/embedded/socket-post.js'

let folder: string
let server: Server | undefined
let connections: Socket[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-socket-'))
  connections = []
})
afterEach(() => {
  for (const connection of connections) connection.destroy()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a node that answers each chunk it gets. Returns its address. */
async function serve(answer: (asked: string, connection: Socket) => void, name = 'node.sock') {
  server = createServer((connection) => {
    connections.push(connection)
    connection.on('data', (chunk) => answer(chunk.toString(), connection))
  })
  const path = join(folder, name)
  await once(server.listen(path), 'listening')
  return socketAddress(path)
}

const patience = limitMs(5_000)

describe('requests to the embedded node', () => {
  it('share no connection while they are under way, and one after another', async () => {
    const address = await serve((asked, connection) => void connection.write(`${asked}!\n`))
    const post = socketPost(address, patience)
    const bodies = async (...asked: string[]) => (await Promise.all(asked.map(post))).map(({ body }) => body)
    expect(await bodies('a', 'b', 'c')).toEqual(['a!\n', 'b!\n', 'c!\n'])
    expect(connections).toHaveLength(3)
    for (const asked of ['d', 'e', 'f', 'g']) expect(await bodies(asked)).toEqual([`${asked}!\n`])
    expect(connections).toHaveLength(3)
  })

  it('find a socket by any name of a folder', async () => {
    const address = await serve((_, connection) => void connection.write('yes\n'), 'a node #1 %20 ä?')
    expect(isSocketAddress(address)).toBe(true)
    expect(isSocketAddress('http://127.0.0.1:8545')).toBe(false)
    expect((await socketPost(address, patience)('asked')).body).toBe('yes\n')
  })

  it('take an answer in pieces', async () => {
    const address = await serve((_, connection) => {
      connection.write('{"result":')
      setImmediate(() => connection.write('1}\n'))
    })
    expect(await socketPost(address, patience)('{}')).toEqual({ status: 200, body: '{"result":1}\n' })
  })

  it('fail when the node goes away, and work with the next one', async () => {
    const address = await serve((asked, connection) => {
      if (asked === 'end') connection.end('{"half":')
      else connection.write('ok\n')
    })
    const post = socketPost(address, patience)
    await expect(post('end')).rejects.toThrow('the node closed the connection before it answered')
    expect((await post('on')).body).toBe('ok\n')
    const closed = once(server as Server, 'close')
    server?.close()
    for (const connection of connections) connection.destroy()
    await closed
    await expect(post('nobody')).rejects.toThrow()
    await serve((_, connection) => void connection.write('new\n'))
    expect((await post('again')).body).toBe('new\n')
  })

  it('end after their time', async () => {
    const address = await serve(() => undefined)
    await expect(socketPost(address, 20)('asked')).rejects.toThrow('no answer within 20 ms')
  })
})
