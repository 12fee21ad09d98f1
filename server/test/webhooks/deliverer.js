// A process that delivers and does nothing else, for tests that kill it: the loop of the service's thread, over the same code.
// node deliverer.js DATABASE_URL MASTER_KEY CONNECTIONS; says when it has begun, and stops cleanly on SIGTERM.
import { Database } from '../../build/base/database/db.js'
import { createLogger } from '../../build/base/telemetry/log.js'
import { Guard } from '../../build/webhooks/guard/guard.js'
import { secretKeysOf } from '../../build/webhooks/secret.js'
import { Dispatcher } from '../../build/webhooks/sending/dispatch.js'

const [url, masterKey, connections] = process.argv.slice(2)
const database = new Database({ url, connectionsMax: 4 })
const deliverer = Dispatcher.start({
  database,
  guard: new Guard({ allowHttp: true, allowNetworks: ['127.0.0.0/8'] }),
  secretKeys: secretKeysOf(Buffer.from(masterKey, 'hex')),
  connections: Number(connections),
  clock: { whenTrusted: (work) => work(new Date()), doubts: () => [] },
  onDisabled: async () => undefined,
  logger: createLogger('warn'),
})
process.once('SIGTERM', async () => {
  await deliverer.stop()
  await database.close()
})
process.stdout.write('delivers\n')
