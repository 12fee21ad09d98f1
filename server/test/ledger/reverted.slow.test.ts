import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { audit } from '../../src/ledger/audit.js'
import { Chain } from '../../src/ledger/chain.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'

// A reverted transaction used its nonce and had no effect.
describe('reverted anchors', () => {
  const service = useOwnService()
  const reverting = '0x5f5ffd'
  let ada: TestAccount
  let contract: string
  let code: string
  let snapshot: string

  beforeAll(async () => {
    ada = await service.account()
    const [network] = await service.database.db.query<{ contract: Buffer }>('SELECT contract FROM network')
    contract = `0x${network?.contract.toString('hex')}`
    code = await service.rpc<string>('eth_getCode', contract, 'latest')
    snapshot = await service.rpc<string>('evm_snapshot')
  })

  const stamp = async () => {
    const made = await service.call('POST', '/v2/hash', { hash: someHash(), userId: ada.userId }, ada.auth)
    return made.body.data as { hash: string; code: string; txid: string }
  }
  const look = async (code: string) => (await service.call('GET', `/hash?id=${code}`, undefined, ada.auth)).body.data
  const reaches = (code: string, state: string) =>
    eventually(`the stamp is ${state}`, async () => {
      const seen = await look(code)
      return seen.state === state && seen
    })
  /** Mines a transaction that reverts, and nothing after it. */
  const mineReverted = async (txid: string) => {
    await eventually('the node has the transaction', () => service.rpc('eth_getTransactionByHash', txid))
    await service.rpc('evm_mine')
    expect(await service.rpc('eth_getTransactionReceipt', txid)).toMatchObject({ status: '0x0' })
  }
  /** Mines whatever waits, and from now on every transaction. */
  const automine = async () => {
    await service.rpc('evm_setAutomine', true)
    await service.rpc('evm_mine')
  }
  const list = async (status: boolean) => {
    const path = `/v2/hash?userId=${ada.userId}&status=${status}&limit=100`
    const { data } = (await service.call('GET', path, undefined, ada.auth)).body
    return { count: data.count, codes: data.files.map((file: { code: string }) => file.code) }
  }

  it('are anchored again, and every transaction ID ever answered resolves', async () => {
    await service.rpc('evm_setAutomine', false)
    await service.rpc('anvil_setCode', contract, reverting)
    const one = await stamp()
    await mineReverted(one.txid)
    await service.rpc('anvil_setCode', contract, code)
    await automine()
    const seen = await reaches(one.code, 'final')
    expect(seen.txid).not.toBe(one.txid)
    const receipt = await service.rpc<{ status: string }>('eth_getTransactionReceipt', seen.txid)
    expect(receipt.status).toBe('0x1')
    expect((await look(one.txid)).code).toBe(one.code)
    expect(await reaches((await stamp()).code, 'final')).toMatchObject({ state: 'final' })
  })

  it('fail after the third attempt, and later stamps are anchored', async () => {
    await service.rpc('anvil_setCode', contract, reverting)
    const lost = await stamp()
    await reaches(lost.code, 'failed')
    await service.rpc('anvil_setCode', contract, code)
    const next = await stamp()
    await reaches(next.code, 'final')
    // A further attempt at the lost one would come before this.
    await reaches((await stamp()).code, 'final')
    expect(await look(lost.code)).toMatchObject({ state: 'failed', blockNumber: null, blockTime: null })
    const proof = await service.call('GET', `/hash/${lost.code}/proof`, undefined, ada.auth)
    expect(proof.body.data?.state ?? JSON.parse(proof.text).state).toBe('submitted')
    expect(await list(false)).toStrictEqual({ count: 1, codes: [lost.code] })
    const done = await list(true)
    expect(done.codes).not.toContain(lost.code)
    expect(done.count).toBe(done.codes.length)
  })

  it('let a failed hash be stamped again, exactly once', async () => {
    const body = { userId: ada.userId, hash: someHash() }
    const post = (more = {}) => service.call('POST', '/v2/hash', { ...body, ...more }, ada.auth)
    const byHash = async () => (await service.call('GET', `/hash?id=${body.hash}`, undefined, ada.auth)).body.data
    await service.rpc('anvil_setCode', contract, reverting)
    const open = (await post()).body.data
    const own = (await post({ isPrivate: true })).body.data
    await reaches(open.code, 'failed')
    await reaches(own.code, 'failed')
    await service.rpc('anvil_setCode', contract, code)
    expect((await byHash()).code).toBe(open.code)

    const again = await Promise.all(Array.from({ length: 20 }, () => post()))
    const made = again.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const second = made[0]?.body.data
    expect(second.code).not.toBe(open.code)
    expect((await byHash()).code).toBe(second.code)
    expect(await look(open.code)).toMatchObject({ state: 'failed', hash: body.hash })
    expect((await post({ isPrivate: true })).status).toBe(201)
    expect((await post({ isPrivate: true })).status).toBe(409)
    await reaches(second.code, 'final')
  })

  it('let a failed hash be stamped again by a multi-stamp', async () => {
    const hash = someHash()
    const multi = async () =>
      (await service.call('POST', '/multi-stamp', [{ hash, filename: 'a' }], ada.auth)).body.data[0]
    await service.rpc('anvil_setCode', contract, reverting)
    const lost = await multi()
    await reaches(hash, 'failed')
    await service.rpc('anvil_setCode', contract, code)
    const made = await multi()
    expect(made).not.toHaveProperty('existing')
    expect(made.id).not.toBe(lost.id)
    expect(await multi()).toMatchObject({ id: made.id, existing: true })
    await reaches(hash, 'final')
  })

  it('pass an audit', async () => {
    const { db } = service.database
    const report = await audit(db, new Chain(service.rpcUrl, limitMs(5_000)), [stampAuditor(db), changeAuditor(db)])
    const [stamps] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM stamps')
    expect(stamps?.n).toBeGreaterThan(0)
    expect(report).toMatchObject({ entries: stamps?.n, submitted: 0 })
  })

  it('leave no nonce gap after a reorg', async () => {
    const before = await stamp()
    await reaches(before.code, 'final')
    // Drops everything since the contract was deployed, including the reverted transactions.
    await service.rpc('evm_revert', snapshot)
    await service.rpc('evm_mine')
    const after = await stamp()
    await reaches(after.code, 'final')
    await reaches(before.code, 'final')
  })

  // I6
  it("are not signed again when the stored leaves don't give the root", async () => {
    const attempts = 'SELECT count(DISTINCT nonce) FROM transactions t WHERE t.batch_id = b.id'
    await service.rpc('evm_setAutomine', false)
    await service.rpc('anvil_setCode', contract, reverting)
    const damaged = await stamp()
    const changed = await service.database.db.execute(
      `UPDATE batches b SET leaves = sha256(leaves) FROM stamps s
        WHERE s.batch_id = b.id AND s.code = $1 AND (${attempts}) = 1`,
      [damaged.code],
    )
    expect(changed).toBe(1)
    await automine()
    await reaches(damaged.code, 'failed')
    const [row] = await service.database.db.query<{ attempts: number }>(
      `SELECT (${attempts})::int AS attempts FROM batches b JOIN stamps s ON s.batch_id = b.id WHERE s.code = $1`,
      [damaged.code],
    )
    expect(row?.attempts).toBe(1)
    await service.rpc('anvil_setCode', contract, code)
    await reaches((await stamp()).code, 'final')
  })
})
