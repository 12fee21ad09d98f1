import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { startService } from '../../src/service.js'
import { loadConfig } from '../../src/settings.js'
import { freePort } from '../free-port.js'
import { type Anvil, mainProgram, start, startAnvil } from './programs.js'
import { deploy, emptyDatabase, externalSettings, newDatabase } from './stack.js'
import { useSurroundings } from './surroundings.js'

const adminProgram = mainProgram.replace(/main\.js$/, 'admin.js')
/** The first key of "test test test test test test test test test test test junk". */
const knownKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

// I8: the service refuses to start with parts that do not fit together, and the operator learns what to do.
describe('refuses to start', () => {
  const around = useSurroundings([])
  let other: Anvil

  beforeAll(async () => {
    other = await startAnvil([], 4_242)
  })
  afterAll(() => other?.program.kill9())

  /** Starts the service in this process. */
  const startHere = async (env: Record<string, string>) => {
    const config = loadConfig({ DATA_DIR: join(around.folder, 'data'), PORT: '0', ...env })
    return startService(config, createLogger('silent'), { print: () => undefined, isWatched: false })
  }

  /** Returns the message with which the service refuses to start. Of an error of this name, main.js prints nothing else. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const error = await startHere(env).then(
      async (service) => {
        await service.stop()
        return new Error('it started')
      },
      (error: Error) => error,
    )
    expect(['ConfigError', 'StartError'], error.stack).toContain(error.name)
    return error.message
  }

  const settings = (databaseUrl: string) => externalSettings(databaseUrl, around.anvil.url, around.contract)
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'

  it('with exit code 1 and the message alone', async () => {
    const program = start(process.execPath, [mainProgram], { PORT: '0', LOG_LEVEL: 'fatal', ...settings(nowhere) })
    await eventually('it refuses', () => program.hasEnded())
    expect(await program.ended).toBe(1)
    expect(program.output().trim()).toBe(`Tallystick did not start.\n${await refusal(settings(nowhere))}`)
  })

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

  it("at an address that doesn't belong to this machine", async () => {
    const output = await refusal({ ...settings(await newDatabase(around.postgres)), HOST: '192.0.2.1' })
    expect(output).toContain('HOST 192.0.2.1 is not an address of this machine')
  })

  it('on a node that does not answer', async () => {
    const env = { ...settings(await newDatabase(around.postgres)), RPC_URL: `http://127.0.0.1:${await freePort()}` }
    expect(await refusal(env)).toContain('RPC_URL')
  })

  it('on a chain other than CHAIN_ID', async () => {
    const output = await refusal({ ...settings(await newDatabase(around.postgres)), CHAIN_ID: '1' })
    expect(output).toContain('CHAIN_ID is 1')
  })

  it('with a publicly known key on a chain where others can use it', async () => {
    const databaseUrl = await emptyDatabase(around.postgres)
    const env = { ...externalSettings(databaseUrl, other.url, await deploy(other.url)), SIGNER_KEY: knownKey }
    expect(await refusal(env)).toContain('SIGNER_KEY is publicly known')
    const admin = start(process.execPath, [adminProgram, 'contract', 'deploy'], { ...env, CONTRACT_ADDRESS: '' })
    expect([await admin.ended, admin.output()]).toEqual([1, expect.stringContaining('SIGNER_KEY is publicly known')])
  })

  it('without a contract at CONTRACT_ADDRESS, or with the database of another chain or contract, but with the right ones', async () => {
    const databaseUrl = await emptyDatabase(around.postgres)
    const wrong = { ...settings(databaseUrl), CONTRACT_ADDRESS: `0x${'9'.repeat(40)}` }
    expect(await refusal(wrong)).toContain('contract deploy')
    const service = await startHere(settings(databaseUrl))
    await service.stop()
    const moved = { ...settings(databaseUrl), RPC_URL: other.url, CONTRACT_ADDRESS: await deploy(other.url) }
    expect(await refusal(moved)).toContain('belongs to chain 31337')
    const second = { ...settings(databaseUrl), CONTRACT_ADDRESS: await deploy(around.anvil.url) }
    expect(await refusal(second)).toContain('belongs to the contract')
  })

  it('never when two start on a new database at once: both come up, and one takes stamps', async () => {
    const env = settings(await emptyDatabase(around.postgres))
    const started = await Promise.allSettled([startHere(env), startHere(env)])
    const pair = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    try {
      expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      const ready = () => Promise.all(pair.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
      await eventually('one of them takes stamps', async () => (await ready()).sort().join() === '200,503')
    } finally {
      await Promise.all(pair.map((service) => service.stop()))
    }
  })
})
