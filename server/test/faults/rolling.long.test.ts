import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { signerOf } from '../../src/chain/sign.js'
import { nginxConfig } from '../deploy/nginx.js'
import { freePort } from '../free-port.js'
import { type Acknowledged, ask, expectAllKept, Load } from './load.js'
import { rpc, start } from './programs.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const count = 4
const delaySeconds = 3

describe('four services behind nginx, with the configuration of deploy/nginx', () => {
  const around = useSurroundings()

  it('answer every request while one after the other is restarted', async ({ skip }) => {
    const debian = await debianPrograms(['nginx'])
    if (!debian) return skip(noDebian)
    const { databaseUrl, env } = await around.settings()
    const services: Service[] = []
    for (let number = 0; number < count; number++) {
      const key = Buffer.alloc(32, 0x50 + number)
      const address = `0x${signerOf(key).address.toString('hex')}`
      await rpc(around.anvil.url, 'anvil_setBalance', [address, '0xffffffffffffffffffffff'])
      // The database of these tests accepts 50 connections.
      const limits = { STOP_DELAY_SECONDS: String(delaySeconds), DATABASE_CONNECTIONS: '5' }
      const own = { SIGNER_KEY: `0x${key.toString('hex')}`, ...limits }
      services.push(await (await Service.prepare({ ...env, ...own })).start())
    }
    const [first] = services as [Service]
    await first.login()

    const front = { url: `http://127.0.0.1:${await freePort()}`, token: first.token }
    const config = join(around.folder, 'nginx.conf')
    const listen = new URL(front.url).host
    const hostOf = (service: Service) => new URL(service.url).host
    const configure = (down?: Service) => {
      const upstreams = services.map((service) => `${hostOf(service)}${service === down ? ' down' : ''}`)
      return writeFile(config, nginxConfig({ folder: around.folder, listen, upstreams }))
    }
    await configure()
    const nginx = start(debian.path('nginx'), ['-e', 'stderr', '-p', around.folder, '-c', config], debian.env)
    const isThrough = async () => (await ask(front, '/healthz'))?.status === 200
    let load: Load | undefined
    try {
      await eventually(`nginx passes on: ${nginx.output()}`, isThrough)
      const running = new Load(front, { connections: 8, pauseMs: 30, stamp: askOnce })
      load = running
      await running.more(200)
      for (const service of services) {
        await configure(service)
        nginx.kill('SIGHUP')
        await service.stop()
        await service.start()
        await configure()
        nginx.kill('SIGHUP')
        await running.more(200)
      }
      const acknowledged = await running.stop()
      expect([acknowledged.length >= 1_000, [...running.refused]]).toEqual([true, []])
      await expectAllKept(front, { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
    } finally {
      await load?.stop()
      // Its workers end with it only if it isn't killed.
      nginx.kill('SIGTERM')
      await nginx.ended
      for (const service of services) await service.stop()
    }
  })
})

/** Stamps over a connection of its own: nginx ends kept ones when it reads its configuration again. */
function askOnce(target: { url: string; token: string }, hash: string): Promise<[number, Acknowledged | undefined]> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' }
    const sent = request(`${target.url}/hash`, { method: 'POST', headers, agent: false }, async (answer) => {
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      const isGood = answer.statusCode === 200
      resolve([answer.statusCode ?? 0, isGood ? (JSON.parse(text) as { data: Acknowledged }).data : undefined])
    })
    sent.once('error', () => resolve([0, undefined]))
    sent.end(JSON.stringify({ hash }))
  })
}
