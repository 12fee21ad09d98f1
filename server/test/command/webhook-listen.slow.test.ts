import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { freePort } from '../free-port.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { stamp } from '../stamps/shapes.js'
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.js'
import { loopback, register } from '../webhooks/shapes.js'
import { objects, usePerson } from './command.js'

const service = useOwnService(loopback)
const { env, run, start } = usePerson()
let ada: TestAccount
/** Gets what the service sends, and what the command does. */
let real: Receiver
let local: Receiver

beforeAll(async () => {
  ada = await service.account()
  const { clientId, secretKey } = ada
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
  real = await startReceiver()
  local = await startReceiver((response) => response.writeHead(418).end())
  await register(service, ada, real.url)
})
afterAll(async () => {
  await real.close()
  await local.close()
})

/** Starts listening. Resolves once nothing is missed. */
async function listen(...args: string[]) {
  const child = start('webhook', 'listen', ...args)
  const printed = { out: '', err: '' }
  child.stdout?.on('data', (data) => (printed.out += data))
  child.stderr?.on('data', (data) => (printed.err += data))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await eventually('the command listens', () => {
    if (child.exitCode !== null) throw new Hopeless(printed.err)
    return printed.err.includes('Listening.')
  })
  const end = () => {
    child.kill('SIGINT')
    return ended
  }
  return { printed, end }
}

const events = (receiver: Receiver) =>
  receiver.received.map(({ body }) => JSON.parse(body) as { action: string; data: { name: string } })
const inOrder = (all: ReturnType<typeof events>) =>
  all.map(({ action, data }) => JSON.stringify({ action, data })).sort()

it('forwards what the service sends: the same payloads in the same form, signed with the secret it prints', async () => {
  const { printed, end } = await listen('--forward-to', local.url)
  const secret = /^Signing secret: (whsec_\S+)$/m.exec(printed.err)?.[1] ?? ''
  await stamp(service, ada, { filename: 'Straße "1".pdf', isEsign: true, isPrivate: true })
  const items = Array.from({ length: 5 }, (_, at) => ({ hash: someHash(), filename: `item ${at}` }))
  await service.call('POST', '/multi-stamp', items, ada.auth)
  await eventually('the command has forwarded all', async () => events(local).length === 6)
  await eventually('the webhook has got all', async () => events(real).length === 6)

  expect(inOrder(events(local))).toEqual(inOrder(events(real)))
  const [sent] = local.received as [Received]
  const [expected] = real.received as [Received]
  expect(Object.keys(JSON.parse(sent.body))).toEqual(Object.keys(JSON.parse(expected.body)))
  expect(sent).toMatchObject({ method: 'POST', path: '/hook' })
  const kept = ['content-type', 'user-agent']
  expect(kept.map((name) => sent.headers[name])).toEqual(kept.map((name) => expected.headers[name]))
  const headers = sent.headers as Record<string, string>
  expect(new Webhook(secret).verify(sent.body, headers)).toEqual(JSON.parse(sent.body))
  expect(await end()).toBe(130)
  expect(printed.out).toMatch(
    /^[\d-]+ [\d:]+ UTC {2}succeed {2}\w{10} {2}Straße "1".pdf {2}-> answered 418 \(\d+ ms\)$/m,
  )
})

it('prints events as JSON, and names wrong arguments', async () => {
  const { printed, end } = await listen('--json')
  const { code } = await stamp(service, ada)
  await eventually('an event is printed', async () => printed.out.includes('\n'))
  expect([await end(), objects(printed.out)]).toMatchObject([130, [{ payload: { data: { code } }, receipt: null }]])
  const port = await freePort()
  const away = await listen('--forward-to', `http://127.0.0.1:${port}`, '--secret', `whsec_${'A'.repeat(32)}`)
  await stamp(service, ada)
  await eventually('a failure is printed', async () => away.printed.out.includes('\n'))
  expect([await away.end(), away.printed.out]).toEqual([130, expect.stringMatching(/-> ECONNREFUSED \(\d+ ms\)\n$/)])
  expect(away.printed.err).toBe(`Listening. Events go to http://127.0.0.1:${port}/.\nInterrupted.\n`)
  for (const wrong of [
    ['--forward-to', 'localhost:3000'],
    ['--secret', 'whsec_abc'],
  ])
    expect(await run('webhook', 'listen', ...wrong)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${wrong[0]} must`),
    })
})
