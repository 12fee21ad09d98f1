import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'

/** A stamp, as it is answered. */
interface Made {
  hash: string
  code: string
  txid: string
}

/** How often a batch was signed. */
const attempts = '(SELECT count(DISTINCT nonce) FROM transactions t WHERE t.batch_id = b.id)'

// A reverted transaction used its nonce and had no effect.
describe('reverted anchors', () => {
  const service = useOwnService()
  const reverting = '0x5f5ffd'
  let ada: TestAccount
  let code: string
  let snapshot: string
  /** Stamps whose transactions were reverted for good: of one account twice the same hash, openly and privately. */
  let lost: { open: Made; own: Made; multi: { id: string; hash: string } }

  beforeAll(async () => {
    ada = await service.account()
    code = await service.rpc<string>('eth_getCode', service.contract, 'latest')
    snapshot = await service.rpc<string>('evm_snapshot')
    await service.rpc('anvil_setCode', service.contract, reverting)
    const [hash, other] = [someHash(), someHash()]
    lost = {
      open: (await post(hash)).body.data,
      own: (await post(hash, { isPrivate: true })).body.data,
      multi: await multiStamp(other),
    }
    for (const { code } of [lost.open, lost.own]) await reaches(code, 'failed')
    await reaches(other, 'failed')
    await service.rpc('anvil_setCode', service.contract, code)
  })

  const post = (hash: string, more = {}) =>
    service.call('POST', '/v2/hash', { hash, userId: ada.userId, ...more }, ada.auth)
  const stamp = async () => (await post(someHash())).body.data as Made
  const multiStamp = async (hash: string) =>
    (await service.call('POST', '/multi-stamp', [{ hash, filename: 'a' }], ada.auth)).body.data[0]
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
    await service.rpc('anvil_setCode', service.contract, reverting)
    const one = await stamp()
    await mineReverted(one.txid)
    await service.rpc('anvil_setCode', service.contract, code)
    await automine()
    const seen = await reaches(one.code, 'final')
    expect(seen.txid).not.toBe(one.txid)
    const receipt = await service.rpc<{ status: string }>('eth_getTransactionReceipt', seen.txid)
    expect(receipt.status).toBe('0x1')
    expect((await look(one.txid)).code).toBe(one.code)
    expect(await reaches((await stamp()).code, 'final')).toMatchObject({ state: 'final' })
  })

  it('fail after the third attempt, and later stamps are anchored', async () => {
    const [failed] = await service.database.db.query<{ attempts: number }>(
      `SELECT ${attempts}::int AS attempts FROM batches b JOIN stamps s ON s.batch_id = b.id WHERE s.code = $1`,
      [lost.open.code],
    )
    expect(failed?.attempts).toBe(3)
    const next = await stamp()
    await reaches(next.code, 'final')
    // A further attempt at the lost ones would come before this.
    await reaches((await stamp()).code, 'final')
    expect(await look(lost.open.code)).toMatchObject({ state: 'failed', blockNumber: null, blockTime: null })
    const proof = await service.call('GET', `/hash/${lost.open.code}/proof`, undefined, ada.auth)
    expect(proof.body.data?.state ?? JSON.parse(proof.text).state).toBe('submitted')
    const codes = [lost.open.code, lost.own.code, (await look(lost.multi.hash)).code]
    const waiting = await list(false)
    expect({ ...waiting, codes: waiting.codes.sort() }).toStrictEqual({ count: 3, codes: codes.sort() })
    const done = await list(true)
    for (const code of codes) expect(done.codes).not.toContain(code)
    expect(done.count).toBe(done.codes.length)
  })

  it('let a failed hash be stamped again, exactly once', async () => {
    const { hash, code: failed } = lost.open
    expect((await look(hash)).code).toBe(failed)

    const again = await Promise.all(Array.from({ length: 20 }, () => post(hash)))
    const made = again.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const second = made[0]?.body.data
    expect(second.code).not.toBe(failed)
    expect((await look(hash)).code).toBe(second.code)
    expect(await look(failed)).toMatchObject({ state: 'failed', hash })
    expect((await post(hash, { isPrivate: true })).status).toBe(201)
    expect((await post(hash, { isPrivate: true })).status).toBe(409)
    await reaches(second.code, 'final')
  })

  it('let a failed hash be stamped again by a multi-stamp', async () => {
    const { id, hash } = lost.multi
    const made = await multiStamp(hash)
    expect(made).not.toHaveProperty('existing')
    expect(made.id).not.toBe(id)
    expect(await multiStamp(hash)).toMatchObject({ id: made.id, existing: true })
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
    await service.rpc('evm_setAutomine', false)
    await service.rpc('anvil_setCode', service.contract, reverting)
    const damaged = await stamp()
    const changed = await service.database.db.execute(
      `UPDATE batches b SET leaves = sha256(leaves) FROM stamps s
        WHERE s.batch_id = b.id AND s.code = $1 AND ${attempts} = 1`,
      [damaged.code],
    )
    expect(changed).toBe(1)
    await automine()
    await reaches(damaged.code, 'failed')
    const [row] = await service.database.db.query<{ attempts: number }>(
      `SELECT ${attempts}::int AS attempts FROM batches b JOIN stamps s ON s.batch_id = b.id WHERE s.code = $1`,
      [damaged.code],
    )
    expect(row?.attempts).toBe(1)
    await service.rpc('anvil_setCode', service.contract, code)
    await reaches((await stamp()).code, 'final')
  })
})
