import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { freePort } from '../../src/embedded/chain.js'
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js'
import { type Anvil, mainProgram, start, startAnvil } from './programs.js'
import { deploy, emptyDatabase, externalSettings, newDatabase, newFolder, Service, startRealPostgres } from './stack.js'

const adminProgram = mainProgram.replace(/main\.js$/, 'admin.js')
/** The first key of "test test test test test test test test test test test junk". */
const knownKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

// I8: the service refuses to start with parts that do not fit together, and the operator learns what to do.
describe('refuses to start', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let postgres: EmbeddedPostgres
  let anvil: Anvil
  let other: Anvil
  let contract: string

  beforeAll(async () => {
    folder = await newFolder()
    postgres = await startRealPostgres(folder.path)
    ;[anvil, other] = await Promise.all([startAnvil(), startAnvil([], 4_242)])
    contract = await deploy(anvil.url)
  })

  afterAll(async () => {
    await anvil?.program.kill9()
    await other?.program.kill9()
    await postgres?.stop()
    await folder?.remove()
  })

  /** Returns the service's message when it refuses to start. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const program = start(process.execPath, [mainProgram], { PORT: '0', LOG_LEVEL: 'fatal', ...env })
    const timer = setTimeout(() => program.kill('SIGKILL'), 30_000)
    const code = await program.ended
    clearTimeout(timer)
    expect([code, program.output()]).toEqual([1, expect.stringContaining('Tallystick did not start.')])
    expect(program.output()).not.toMatch(/^\s+at /m)
    return program.output()
  }

  const settings = (databaseUrl: string) => externalSettings(databaseUrl, anvil.url, contract)
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'

  it('on a database that cannot be reached', async () => {
    expect(await refusal(settings(nowhere))).toContain('Check DATABASE_URL')
  })

  it('with DATABASE_URL and without MASTER_KEY', async () => {
    const { MASTER_KEY: _, ...rest } = settings(nowhere)
    expect(await refusal(rest)).toContain('MASTER_KEY must be set')
  })

  it('in a data folder that is a file', async () => {
    const output = await refusal({ DATA_DIR: mainProgram })
    expect(output).toContain('DATA_DIR must be a folder to write in')
  })

  it('at an address that is not of this machine', async () => {
    const output = await refusal({ ...settings(await newDatabase(postgres)), HOST: '192.0.2.1' })
    expect(output).toContain('HOST 192.0.2.1 is not an address of this machine')
  })

  it('on a node that does not answer', async () => {
    const env = { ...settings(await newDatabase(postgres)), RPC_URL: `http://127.0.0.1:${await freePort()}` }
    expect(await refusal(env)).toContain('RPC_URL')
  })

  it('on another chain than CHAIN_ID says', async () => {
    const output = await refusal({ ...settings(await newDatabase(postgres)), CHAIN_ID: '1' })
    expect(output).toContain('CHAIN_ID is 1')
  })

  it('with a publicly known key on a chain where others can use it', async () => {
    const databaseUrl = await emptyDatabase(postgres)
    const env = { ...externalSettings(databaseUrl, other.url, await deploy(other.url)), SIGNER_KEY: knownKey }
    expect(await refusal(env)).toContain('SIGNER_KEY is publicly known')
    const admin = start(process.execPath, [adminProgram, 'contract', 'deploy'], { ...env, CONTRACT_ADDRESS: '' })
    expect([await admin.ended, admin.output()]).toEqual([1, expect.stringContaining('SIGNER_KEY is publicly known')])
  })

  it('without a contract at CONTRACT_ADDRESS, and starts with the right one afterwards', async () => {
    const databaseUrl = await emptyDatabase(postgres)
    const wrong = { ...settings(databaseUrl), CONTRACT_ADDRESS: `0x${'9'.repeat(40)}` }
    expect(await refusal(wrong)).toContain('contract deploy')
    const service = await Service.prepare(settings(databaseUrl))
    await service.start()
    await service.stop()
  })

  it('on the database of another chain, or of another contract', async () => {
    const databaseUrl = await newDatabase(postgres)
    const service = await Service.prepare(settings(databaseUrl))
    await service.start()
    await service.stop()
    const moved = { ...settings(databaseUrl), RPC_URL: other.url, CONTRACT_ADDRESS: await deploy(other.url) }
    expect(await refusal(moved)).toContain('belongs to chain 31337')
    const second = { ...settings(databaseUrl), CONTRACT_ADDRESS: await deploy(anvil.url) }
    expect(await refusal(second)).toContain('belongs to the contract')
  })

  it('when two start on a new database at once: never, both come up and one takes stamps', async () => {
    const env = settings(await emptyDatabase(postgres))
    const pair = await Promise.all([Service.prepare(env), Service.prepare(env)])
    try {
      await Promise.all(pair.map((service) => service.start('healthz')))
      const ready = () => Promise.all(pair.map(async (service) => (await fetch(`${service.url}/readyz`)).status))
      await eventually('one of them takes stamps', async () => (await ready()).includes(200))
      expect((await ready()).sort()).toEqual([200, 503])
    } finally {
      await Promise.all(pair.map((service) => service.stop()))
    }
  })
})
