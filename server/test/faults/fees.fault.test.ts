import { decodeTransaction } from '@tallystick/proof/ethereum'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { bytesOf } from '../../src/chain/hex.js'
import { signTransaction } from '../../src/chain/sign.js'
import { type Acknowledged, ask, expectAllKept, type StampDetails, stampOnce } from './load.js'
import { type Anvil, rpc, signer, signerAddress } from './programs.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

// I4: a transaction that waits too long is replaced, and every id ever returned resolves.
describe('transactions that do not get into a block', () => {
  const around = useSurroundings([])
  let anvil: Anvil
  let service: Service
  let databaseUrl: string
  let database: Database
  const acknowledged: Acknowledged[] = []

  beforeAll(async () => {
    const settings = await around.settings()
    anvil = around.anvil
    databaseUrl = settings.databaseUrl
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    await rpc(anvil.url, 'evm_setAutomine', [false])
    service = await Service.prepare({ ...settings.env, REPLACE_AFTER_SECONDS: '5', FEE_CAP_GWEI: '100000' })
    await (await service.start()).login()
  })

  afterAll(async () => {
    await service?.stop()
    await database?.close()
  })

  async function stamp(): Promise<Acknowledged> {
    const made = await stampOnce(service)
    if (!made) throw new Error('a stamp was refused')
    acknowledged.push(made)
    return made
  }

  const versions = () =>
    database.query<{ hash: Buffer; raw: Buffer; max_fee_per_gas: number; max_priority_fee_per_gas: number }>(
      'SELECT hash, raw, max_fee_per_gas, max_priority_fee_per_gas FROM transactions ORDER BY created_at',
    )

  const mine = () => rpc(anvil.url, 'evm_mine')
  const confirmed = (one: Acknowledged) =>
    eventually('the stamp is in a block', async () => {
      const found = await ask<StampDetails>(service, `/hash?id=${one.hash}`)
      return found && found.data.state !== 'submitted' ? found.data : undefined
    })

  it('are sent again with fees an eighth higher, and the first ID still resolves', async () => {
    const first = await stamp()
    await eventually(
      'the node has it',
      async () => Number(await rpc(anvil.url, 'eth_getTransactionCount', [signerAddress, 'pending'])) === 2,
    )
    await rpc(anvil.url, 'anvil_setNextBlockBaseFeePerGas', ['0x2540be40000'])
    await mine()
    // As if it had waited that long.
    await database.execute(`UPDATE batches SET updated_at = updated_at - interval '5 s' WHERE state = 0`)
    const [old, raised] = await eventually('it is replaced', async () => {
      const rows = await versions()
      return rows.length >= 2 && rows
    })
    if (!old || !raised) throw new Error('no versions')
    expect(raised.max_fee_per_gas * 8).toBeGreaterThanOrEqual(old.max_fee_per_gas * 9)
    expect(raised.max_priority_fee_per_gas * 8).toBeGreaterThanOrEqual(old.max_priority_fee_per_gas * 9)
    const [before, after] = [decodeTransaction(old.raw), decodeTransaction(raised.raw)]
    for (const name of ['nonce', 'to', 'input', 'sender'] as const) expect(after[name]).toEqual(before[name])
    await eventually('the replacement is in a block', async () => {
      await mine()
      const found = await ask<StampDetails>(service, `/hash?id=${first.txid}`)
      return found?.data.state === 'final'
    })
    const details = await confirmed(first)
    expect(details.txid).not.toBe(first.txid)
    const receipt = await rpc<{ status: string } | null>(anvil.url, 'eth_getTransactionReceipt', [details.txid])
    expect(receipt?.status).toBe('0x1')
    for (const id of [first.txid, details.txid, first.code]) {
      expect((await ask<StampDetails>(service, `/hash?id=${id}`))?.data.hash).toBe(first.hash)
    }
    const proof = await ask<unknown>(service, `/hash/${first.code}/proof`)
    expect(JSON.stringify(proof?.json)).toContain(details.txid)
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
  })

  it('are anchored again when another transaction used their nonce', async () => {
    await rpc(anvil.url, 'evm_setAutomine', [true])
    const nonce = Number(await rpc<string>(anvil.url, 'eth_getTransactionCount', [signerAddress, 'latest']))
    const foreign = signTransaction(
      {
        chainId: 31_337,
        nonce,
        gas: 21_000,
        to: signer.address,
        data: new Uint8Array(),
        maxFeePerGas: 5e13,
        maxPriorityFeePerGas: 1,
      },
      signer,
    )
    await rpc(anvil.url, 'eth_sendRawTransaction', [`0x${foreign.raw.toString('hex')}`])
    // The lane still believes the nonce is free.
    const one = await stamp()
    const details = await confirmed(one)
    expect(details.txid).not.toBe(one.txid)
    const [moved] = (await versions()).slice(-1)
    expect(Number(decodeTransaction((moved as { raw: Buffer }).raw).nonce)).toBe(nonce + 1)
    // Later stamps continue from there.
    await confirmed(await stamp())
    expect((await ask<StampDetails>(service, `/hash?id=${one.txid}`))?.data.hash).toBe(one.hash)
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    expect(bytesOf(one.txid).length).toBe(32)
  })
})
