import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { hexOf } from '../../src/chain/hex.js'
import { signerOf, signTransaction } from '../../src/chain/sign.js'
import { useService } from '../service.js'

const fees = { maxFeePerGas: 5e9, maxPriorityFeePerGas: 1e9 }

describe('sending transactions', () => {
  const service = useService()
  const signer = signerOf(randomBytes(32))
  const transfer = (nonce: number, by = signer, more = {}) =>
    signTransaction(
      { chainId: 31_337, nonce, gas: 21_000, to: Buffer.alloc(20, 1), data: Buffer.alloc(0), ...fees, ...more },
      by,
    ).raw

  it('returns a rejection as a result, next to the results of the others', async () => {
    const chain = new Chain(service.rpcUrl, limitMs(5_000))
    await service.rpc('anvil_setBalance', hexOf(signer.address), '0xffffffffffffffffffff')
    await service.rpc('evm_setAutomine', false)
    const [first, second] = [transfer(0), transfer(1)]
    expect(await chain.send([first])).toEqual([{ outcome: 'accepted' }])
    expect(await chain.send([first, second])).toEqual([{ outcome: 'known' }, { outcome: 'accepted' }])
    await service.rpc('evm_mine')
    expect(await chain.send([first])).toEqual([{ outcome: 'known' }])
    const poor = transfer(0, signerOf(randomBytes(32)))
    expect(await chain.send([poor])).toEqual([{ outcome: 'refused', reason: expect.stringMatching(/funds/i) }])
    await service.rpc('evm_setAutomine', true)
  })
})

describe('a node that does not answer batches', () => {
  const service = useService()
  const refusals: [string, (response: ServerResponse) => void][] = [
    [
      'with a single error',
      (response) => response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}'),
    ],
    ['with status 400', (response) => response.writeHead(400).end('batches are not supported')],
    ['by closing the connection', (response) => response.destroy()],
  ]

  it.each(refusals)('but refuses them %s, gets one request at a time', async (_, refuse) => {
    const node = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      if (body.startsWith('[')) return refuse(response)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(service.rpcUrl, { method: 'POST', headers, body })
      response.writeHead(200, headers).end(await answer.text())
    })
    await once(node.listen(0, '127.0.0.1'), 'listening')
    const address = node.address()
    const chain = new Chain(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, limitMs(5_000))
    const [id, head, receipts] = await Promise.all([
      chain.chainId(),
      chain.block('latest'),
      chain.receipts([randomBytes(32), randomBytes(32)]),
    ])
    expect([id, receipts]).toEqual([31_337, [null, null]])
    expect(head?.number).toBeGreaterThan(0)
    node.closeAllConnections()
    node.close()
  })
})

// How nodes word errors for a transaction they know, once knew, or refuse.
describe('the error messages of nodes', () => {
  let answer: { code: number; message: string }
  let httpStatus = 200
  const node = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = [JSON.parse(body)].flat() as { id: number }[]
    const answers = asked.map(({ id }) => ({ jsonrpc: '2.0', id, error: answer }))
    if (httpStatus !== 200) return response.writeHead(httpStatus).end('no')
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
  })
  let url: string
  beforeAll(async () => {
    await once(node.listen(0, '127.0.0.1'), 'listening')
    const address = node.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => node.close())

  it.each([
    ['Geth', -32_000, 'already known', 'known'],
    ['Geth, mined', -32_000, 'nonce too low: next nonce 7, tx nonce 6', 'known'],
    ['Nethermind', -32_010, 'AlreadyKnown', 'known'],
    ['Nethermind, mined', -32_010, 'OldNonce, Current nonce: 7, nonce of rejected tx: 6', 'known'],
    ['Besu', -32_000, 'Known transaction', 'known'],
    ['Besu, mined', -32_001, 'Nonce too low', 'known'],
    ['OpenEthereum', -32_010, 'Transaction with the same hash was already imported.', 'known'],
    ['OpenEthereum, mined', -32_010, 'Transaction nonce is too low. Try incrementing the nonce.', 'known'],
    ['Hardhat', -32_603, 'Known transaction: 0x12', 'known'],
    ['poor', -32_000, 'insufficient funds for gas * price + value: have 0 want 1', 'refused'],
    ['cheap', -32_000, 'replacement transaction underpriced', 'refused'],
    ['other', -32_000, 'unknown transaction type', 'refused'],
    ['busy', -32_005, 'limit exceeded', 'refused'],
    ['odd', 7, 'no', 'refused'],
  ])('%s', async (_, code, message, outcome) => {
    answer = { code, message }
    const expected = outcome === 'refused' ? { outcome, reason: message } : { outcome }
    expect(await new Chain(url, limitMs(5_000)).send([Buffer.from('02', 'hex')])).toEqual([expected])
  })

  it.each([
    ['an error', 200, { refusal: 'the method eth_getProof does not exist' }],
    ['403', 403, { refusal: 'HTTP status 403' }],
    ['429', 429, null],
    ['500', 500, null],
  ])("takes %s for a refusal of the method only if it isn't temporary", async (_, status, expected) => {
    answer = { code: -32_601, message: 'the method eth_getProof does not exist' }
    httpStatus = status
    const asked = new Chain(url, limitMs(5_000)).ask('eth_getProof', [])
    if (expected) expect(await asked).toEqual(expected)
    else await expect(asked).rejects.toThrow()
    httpStatus = 200
  })

  it("throws when the node can't be reached", async () => {
    await expect(new Chain('http://127.0.0.1:9', 500).ask('eth_getProof', [])).rejects.toThrow()
    await expect(new Chain('http://127.0.0.1:9', 500).send([Buffer.from('02', 'hex')])).rejects.toThrow()
  })
})
