import type { ProofDocument } from '@tallystick/proof'
import { verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { witnessAuditor } from '../../src/witnesses/audit.js'
import { BitcoinCalendar } from '../witnesses/bitcoin-calendar.js'
import { type Acknowledged, ask, stampOnce } from './load.js'
import { type Anvil, signerKey, startAnvil } from './programs.js'
import { RpcProxy } from './proxy.js'
import { deploy, Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

/** The moments of a kill: between two steps of the work with witnesses. */
const moments = [
  'before the second chain has the transaction',
  'after the second chain has the transaction',
  'while the block of the second chain is read',
  'before the calendar answers',
  'after the calendar has answered',
] as const

describe('kill -9 during the work with witnesses', () => {
  const around = useSurroundings()
  const calendar = new BitcoinCalendar()
  let second: Anvil
  let line: RpcProxy
  let contract: string
  beforeAll(async () => {
    await calendar.start()
    second = await startAnvil([], 4711)
    contract = await deploy(second.url)
    line = await new RpcProxy(second.url).listen()
  })
  afterAll(async () => {
    calendar.stop()
    await line?.close()
    await second?.program.kill9()
  })

  it('loses no batch and no tree, and signs no tree twice', async () => {
    const { databaseUrl, env } = await around.settings()
    const service = await Service.prepare({
      ...env,
      WITNESS_INTERVAL: '1',
      WITNESS_OTS_CALENDARS: calendar.url,
      WITNESS_RPC_URL: line.url,
      WITNESS_SIGNER_KEY: signerKey,
      WITNESS_CONTRACT_ADDRESS: contract,
      WITNESS_FINALITY: '1',
    })
    await (await service.start()).login()
    const database = new Database({ url: databaseUrl, connectionsMax: 2 })
    const stamps: Acknowledged[] = []
    const stamp = async () => {
      const made = await stampOnce(service)
      if (made) stamps.push(made)
    }
    try {
      for (const moment of moments) {
        // Before anything kills: a service that starts resumes at once what the last kill interrupted.
        await stamp()
        const kill = () => {
          line.heal()
          calendar.onAsked = () => undefined
          service.process.kill('SIGKILL')
        }
        line.fault = (questions) => {
          const asks = (method: string) => questions.some((question) => question.method === method)
          const isSent = asks('eth_sendRawTransaction') && moment.endsWith('the transaction')
          const isRead = asks('eth_getBlockByNumber') && moment.includes('is read')
          if (!isSent && !isRead) return 'none'
          kill()
          return moment.startsWith('after') ? 'drop-after' : 'drop-before'
        }
        calendar.onAsked = (when) => {
          if (moment.startsWith(when) && moment.includes('calendar')) kill()
        }
        // Work that brings the moment, in case the rest is done already.
        await stamp()
        await service.process.ended
        await service.start('readyz')
      }
      calendar.mine()
      await eventually('all witnesses have answered about all batches', async () => {
        // As if the time until the next attempt had passed.
        await database.execute('UPDATE witness_statements SET due_at = now() WHERE statement IS NULL')
        const [open] = await database.query<{ batches: number; statements: number }>(
          `SELECT (SELECT count(*)::int FROM batches b WHERE purpose = 'anchor'
                      AND NOT EXISTS (SELECT FROM witness_leaves l WHERE l.batch_id = b.id)) AS batches,
                  (SELECT count(*)::int FROM witness_statements WHERE statement IS NULL) AS statements`,
        )
        return open?.batches === 0 && open.statements === 0
      })
      expect(stamps.length).toBeGreaterThanOrEqual(moments.length)
      for (const { code } of stamps) {
        const proof = (await ask(service, `/hash/${code}/proof`))?.json as ProofDocument
        expect(proof.witnesses?.map(({ kind }) => kind).sort()).toEqual(['chain', 'opentimestamps'])
        expect(verifyProof(proof).failure).toBeUndefined()
      }
      const twice = await database.query('SELECT tree_id FROM witness_nonces GROUP BY tree_id HAVING count(*) > 1')
      expect(twice).toEqual([])
      await witnessAuditor(database).totals()
    } finally {
      await database.close()
      await service.stop()
    }
  })
})
