import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Database } from '../../src/base/database/db.js'
import { Ledger } from '../../src/ledger/ledger.js'
import { type Anvil, signer, startAnvil } from '../faults/programs.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.program.kill9())

it('gives its lane back when the first start fails after taking it', async () => {
  await test.db.execute('ALTER TABLE network ADD CONSTRAINT refused CHECK (false)')
  const database = new Database({ url: test.url, connectionsMax: 4 })
  const opened = Ledger.open({
    database,
    rpcUrls: [anvil.url],
    rpcTimeoutMs: limitMs(5_000),
    signers: [signer],
    network: { name: undefined, isPrivate: true },
    expectedChainId: undefined,
    contract: undefined,
    finality: 1,
    policy: { maxFeePerGasCap: 5e11, replaceAfterMs: 60_000 },
    anchorIntervalMs: 0,
    trackIntervalMs: 1_000,
    roles: { api: true, worker: true },
    embeddedChain: undefined,
    logger: pino({ level: 'silent' }),
  })
  await expect(opened).rejects.toThrow('refused')
  // A lane that kept its connection would make this wait forever.
  await database.close()
  const lanes = await test.db.query('SELECT lease_until > now() AS held FROM lanes')
  expect(lanes).toEqual([{ held: false }])
})
