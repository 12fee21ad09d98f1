import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.js'
import { type ConnectProxy, startProxy } from './connect-proxy.js'
import { useOwnService } from './service.js'
import { finalStamp, stamp } from './stamps/shapes.js'
import { type Receiver, startReceiver } from './webhooks/receiver.js'
import { loopback, register } from './webhooks/shapes.js'

let receiver: Receiver
let proxy: ConnectProxy
const settings: Record<string, string> = { ...loopback, RPC_URL: 'http://node.example:8545/' }
beforeAll(async () => {
  receiver = await startReceiver()
  proxy = await startProxy((target) => {
    if (target === 'node.example:8545') return { port: Number(new URL(service.rpcUrl).port) }
    return target === 'hooks.example:80' ? receiver : { status: 502 }
  })
  settings.HTTP_PROXY = proxy.url
})
const service = useOwnService(settings)
afterAll(async () => {
  await receiver.close()
  await proxy.close()
})

it('a service behind a proxy reaches the node and receivers of webhooks by it alone', async () => {
  const ada = await service.account()
  await register(service, ada, 'http://hooks.example/hook')
  await register(service, ada, 'http://gone.example/hook')
  const { code } = await stamp(service, ada)
  await finalStamp(service, ada, code)
  const received = await eventually('the webhook receives the event', () => receiver.received[0])
  expect(received.headers.host).toBe('hooks.example')
  const failures = await eventually('the other receiver is missed', async () => {
    const rows = await service.database.db.query<{ code: string | null }>(
      'SELECT DISTINCT error_code AS code FROM delivery_attempts WHERE error_code IS NOT NULL',
    )
    return rows.length > 0 && rows.map((row) => row.code)
  })
  expect(failures).toEqual(['unreachable'])
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
    new Set(['node.example:8545', 'hooks.example:80', 'gone.example:80']),
  )
})
