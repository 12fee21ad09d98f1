import { createServer, type RequestListener, type Server } from 'node:http'
import type { ProofAnchor } from '@tallystick/proof'
import { afterEach, describe, expect, test } from 'vitest'
import { rpcBlock } from '../../proof/test/rpc-block.js'
import { limitMs } from '../../test/machine.js'
import { checkAnchor } from '../src/chain/check-anchor.js'
import { connect } from '../src/chain/node.js'

const time = Date.parse('2026-01-01T00:00:00Z') / 1000
const block = rpcBlock(10, time)
const other = rpcBlock(10, time + 1)
const { hash } = block
const anchor: ProofAnchor = {
  chain: 'eip155:7',
  network: 'N',
  private: false,
  contract: `0x${'11'.repeat(20)}`,
  notary: `0x${'22'.repeat(20)}`,
  transactionId: hash,
  rawTransaction: '0x00',
  state: 'final',
  transactionIndex: 0,
  trieProof: ['0x00'],
  header: '0x00',
  blockHash: hash,
  blockNumber: 10,
  blockTime: '2026-01-01T00:00:00.000Z',
}
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const made = createServer(listener)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const address = made.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/key`
}

type Asked = { id: number; method: string; params: unknown[] }
const good: Record<string, unknown> = {
  eth_chainId: '0x7',
  eth_blockNumber: '0xc',
  eth_getBlockByNumber: block,
  eth_call: word(time),
  eth_getTransactionReceipt: null,
}

/** A node that answers from a table. An Error in it becomes a JSON-RPC error. */
const node = (answers: Record<string, unknown>, asked: Asked[] = []) =>
  serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call: Asked = JSON.parse(body)
    asked.push(call)
    const answer = { ...good, ...answers }[call.method]
    const result = typeof answer === 'function' ? answer(call.params) : answer
    const content = result instanceof Error ? { error: { code: -1, message: result.message } } : { result }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...content }))
  })

const check = async (url: string, timeoutMs = limitMs(2000), root: string | undefined = 'cd'.repeat(32)) =>
  checkAnchor(await connect(url, { timeoutMs }), anchor, root)

describe('an anchor at a node', () => {
  test('is confirmed, with depth and finality', async () => {
    const asked: Asked[] = []
    const finding = await check(await node({}, asked))
    expect(finding).toEqual({ status: 'confirmed', confirmations: 3, finalized: true, recordedAt: time })
    const data = `0xf8c2919d${'0'.repeat(24)}${'22'.repeat(20)}${'cd'.repeat(32)}`
    expect(asked.find(({ method }) => method === 'eth_call')?.params).toEqual([{ to: anchor.contract, data }, 'latest'])
  })

  test('is confirmed when the root was anchored before', async () => {
    expect(await check(await node({ eth_call: word(time - 100) }))).toMatchObject({
      status: 'confirmed',
      recordedAt: time - 100,
    })
  })

  test('is not final when the node does not know the tag, or its final block is older', async () => {
    const final =
      (answer: unknown) =>
      ([tag]: unknown[]) =>
        tag === 'finalized' ? answer : good.eth_getBlockByNumber
    const none = await check(await node({ eth_getBlockByNumber: final(new Error('unknown block tag')) }))
    expect(none).toMatchObject({ status: 'confirmed', finalized: undefined })
    server?.close()
    const behind = await check(await node({ eth_getBlockByNumber: final(rpcBlock(9, time)) }))
    expect(behind).toMatchObject({ status: 'confirmed', finalized: false })
  })

  test.each([
    ['a missing block', { eth_getBlockByNumber: null }, { status: 'missing', latest: 12 }],
    [
      'another block',
      { eth_getBlockByNumber: other, eth_getTransactionReceipt: { blockNumber: '0xb' } },
      { status: 'reorged', canonicalHash: other.hash, movedTo: 11 },
    ],
  ])('is not confirmed by %s', async (_, answers, finding) => {
    expect(await check(await node(answers))).toEqual(finding)
  })

  test.each([
    ['a root not recorded', { eth_call: word(0) }],
    ['a root recorded later', { eth_call: word(time + 1) }],
    ['a missing contract', { eth_call: '0x' }],
  ])('is confirmed without a record by %s', async (_, answers) => {
    expect(await check(await node(answers))).toMatchObject({ status: 'confirmed', recordedAt: undefined })
  })

  test("is confirmed by its block's number alone", async () => {
    const asked: Asked[] = []
    const found = await checkAnchor(await connect(await node({}, asked)), anchor, undefined)
    expect(found).toMatchObject({ status: 'confirmed', recordedAt: null })
    const told = JSON.stringify(asked.map(({ params }) => params))
    expect(told).toBe('[[],["0xa",false],[],["finalized",false]]')
    server?.close()
    const moved = await checkAnchor(
      await connect(await node({ eth_getBlockByNumber: other }, asked)),
      anchor,
      undefined,
    )
    expect(moved).toEqual({ status: 'reorged', canonicalHash: other.hash, movedTo: undefined })
    const { blockNumber: _, ...pending } = anchor
    await checkAnchor(await connect(await node({}, asked)), pending, undefined)
    expect(asked.map(({ method }) => method)).not.toContain('eth_getTransactionReceipt')
  })

  test.each([
    [
      'refuses to answer',
      { eth_blockNumber: new Error('rate limited') },
      'the node refused eth_blockNumber: rate limited',
    ],
    ['answers with another type', { eth_chainId: 7 }, 'eth_chainId is malformed'],
    ['answers with a number without digits', { eth_chainId: '0x' }, 'eth_chainId is malformed'],
    ['answers with a block without a hash', { eth_getBlockByNumber: {} }, 'hash in the node'],
    ['answers with a text for a block', { eth_getBlockByNumber: '0x' }, 'eth_getBlockByNumber is malformed'],
    ['answers with another block', { eth_getBlockByNumber: rpcBlock(11, time) }, 'block 11 when asked for block 10'],
    ['states another number', { eth_getBlockByNumber: { ...other, hash, number: '0xa' } }, 'contradicts itself'],
    [
      'states another time for the hash',
      { eth_getBlockByNumber: { ...block, timestamp: '0x1' } },
      'contradicts itself',
    ],
    ['states another hash', { eth_getBlockByNumber: { ...block, hash: word(1) } }, 'contradicts itself'],
    [
      'says that its latest block is older',
      { eth_blockNumber: '0x9' },
      'shows block 10, but says that its latest is 9',
    ],
  ])('is not judged when the node %s', async (_, answers, message) => {
    await expect(check(await node(answers))).rejects.toMatchObject({
      name: 'RpcError',
      message: expect.stringContaining(message),
    })
  })

  test('is requested with the user name and password of the URL, which errors do not reveal', async () => {
    let seen: string | undefined
    const url = await serve((request, response) => {
      seen = request.headers.authorization
      response.end('no')
    })
    const failure = await check(url.replace('http://', 'http://me:pa%C3%9F%40w@')).catch((error: unknown) => error)
    expect(seen).toBe(`Basic ${Buffer.from('me:paß@w').toString('base64')}`)
    expect(String(failure)).toMatch(/^RpcError: 127\.0\.0\.1:\d+ does not answer in JSON$/)
  })

  test('is not judged when the node redirects to another one', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(`${request.url}`)
      response.writeHead(307, { location: '/other' }).end()
    })
    await expect(check(url)).rejects.toThrow(/^127\.0\.0\.1:\d+ does not answer itself, but redirects\./)
    expect(asked).toEqual(['/key'])
  })

  test('is not judged when it states another time than its block has', async () => {
    const own = await connect(await node({}))
    const misdated = { ...anchor, blockTime: '2026-01-01T00:00:01.000Z' }
    await expect(checkAnchor(own, misdated, undefined)).rejects.toThrow('verify the proof first')
  })

  test('is not judged after a timeout, and the error does not reveal a key in the path', async () => {
    const url = await serve(() => {})
    const failure = await check(url, 150).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'RpcError', message: expect.stringContaining('within 150 ms') })
    expect(String(failure)).not.toContain('/key')
  })

  test('is not judged when the answer is not JSON-RPC', async () => {
    await expect(check(await serve((_, response) => response.end('<html>')))).rejects.toThrow('does not answer in JSON')
    server?.close()
    await expect(check(await serve((_, response) => response.end('{"a":1}')))).rejects.toThrow('JSON-RPC node')
  })
})
