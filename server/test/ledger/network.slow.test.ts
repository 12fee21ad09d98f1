import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { bytesOf } from '../../src/chain/hex.js'
import { lastsDays } from '../../src/ledger/status/status.js'
import { useOwnService, useService } from '../service.js'
import { dataOf, expectError, stamp } from '../stamps/shapes.js'

describe('GET /network', () => {
  const service = useOwnService({ NETWORK_NAME: 'Testnet', NETWORK_PRIVATE: 'true', FINALITY: '2' })

  it('200: the chain, the signing account and what it spends, the newest batches, the lag', async () => {
    const ada = await service.account()
    // Another lane, as another process or an earlier key leaves one.
    const other = `0x${'5a'.repeat(20)}`
    await service.database.db.execute('INSERT INTO lanes (address, next_nonce) VALUES ($1, 0)', [bytesOf(other)])
    const { txid } = await stamp(service, ada)
    const seen = await eventually('the stamp is confirmed', async () => {
      const data = dataOf(await service.call('GET', '/network', undefined, ada.auth))
      return data.batches[0]?.transactionId === txid && data.batches[0].state === 'confirmed' && data
    })
    expect(seen).toMatchObject({
      name: 'Testnet',
      isPrivate: true,
      chainId: 31337,
      blockchainId: 'eip155:31337',
      contract: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      finality: { rule: 'blocks', blocks: 2 },
      waiting: { batches: 0, oldestSeconds: null },
      evidence: { kinds: ['transaction'], examined: 1, provable: 1, problem: null },
      trouble: null,
      seenAt: expect.any(String),
    })
    expect(seen.head.finalNumber).toBe(seen.head.number - 1)
    expect(seen.batches[0]).toMatchObject({ purpose: 'anchor', size: 1, blockNumber: seen.head.number })
    const [signer] = seen.signers
    expect(seen.notaries).toEqual([signer.address, expect.stringMatching(new RegExp(other, 'i'))])
    expect(signer).toMatchObject({ transactionsLastDay: 1, balance: expect.stringMatching(/^\d{20,}$/) })
    expect(BigInt(seen.costPerTransaction)).toBeGreaterThan(20_000n)
    expect(signer.lastsDays).toBeGreaterThan(1000)
  })

  it('200: counts pending batches, with the age of the oldest', async () => {
    const ada = await service.account()
    await service.rpc('evm_setAutomine', false)
    await stamp(service, ada)
    const { waiting } = await eventually('a batch waits', async () => {
      const data = dataOf(await service.call('GET', '/network', undefined, ada.auth))
      return data.waiting.batches === 1 && data
    })
    expect(waiting.oldestSeconds).toBeGreaterThanOrEqual(0)
  })

  it('400 without a token, 401 with an invalid one', async () => {
    expectError(await service.call('GET', '/network'), 400, 'token_missing', 'Authorization Token Not Found')
    const wrong = { authorization: 'Bearer wrong' }
    expectError(await service.call('GET', '/network', undefined, wrong), 401, 'token_invalid', 'Invalid auth token')
  })
})

describe('GET /network/blocks/{number}', () => {
  const service = useService()

  it("200 without a token: the block of a proof, as the service's own node knows it", async () => {
    const ada = await service.account()
    const { code } = await stamp(service, ada)
    const proof = await eventually('the proof names a block', async () => {
      const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
      return body.anchors[0].blockNumber !== undefined && body
    })
    const { chain, blockNumber, blockHash, blockTime } = proof.anchors[0]
    const answer = await eventually('the block is recorded as final', async () => {
      const given = await service.call('GET', `/network/blocks/${blockNumber}`)
      return given.headers.get('cache-control') === 'public, max-age=31536000, immutable' && given
    })
    const data = dataOf(answer)
    expect(data).toEqual({ blockchainId: chain, number: blockNumber, hash: blockHash, time: blockTime })
  })

  it('404 for a block that the chain does not have, 400 for an invalid number', async () => {
    const message = 'The chain has no block of this number yet'
    expectError(await service.call('GET', '/network/blocks/99999999'), 404, 'block_not_found', message)
    expect((await service.call('GET', '/network/blocks/latest')).status).toBe(400)
    expect((await service.call('GET', '/network/blocks/-1')).status).toBe(400)
  })
})

describe('how long a balance lasts', () => {
  it.each([
    ['nothing was spent', 10n ** 18n, 10n ** 15n, 0, null],
    ['the node does not answer', null, 10n ** 15n, 5, null],
    ['transactions are free', 10n ** 18n, 0n, 5, null],
    ['1,000 transactions at 400 a day', 10n ** 18n, 10n ** 15n, 400, 2.5],
    ['not for one more', 10n, 10n ** 15n, 400, 0],
  ])('%s', (_, balance, cost, aDay, days) => {
    expect(lastsDays(balance, cost, aDay)).toBe(days)
  })
})
