// A process that re-seals and does nothing else, for tests that kill it: the loop of the service, over the same code.
// node resealer.js DATABASE_URL MASTER_KEYS FOLDER; says when a pass has ended.
import { accountKeys } from '../../build/accounts/keys.js'
import { sealedByAccounts } from '../../build/accounts/sealed.js'
import { Database } from '../../build/base/database/db.js'
import { createLogger } from '../../build/base/telemetry/log.js'
import { Resealing } from '../../build/roof/resealing.js'
import { sealedFiles } from '../../build/storage/rotate.js'
import { storageKeys } from '../../build/storage/storage-keys.js'
import { DiskStore } from '../../build/storage/stores/disk.js'
import { sealedSecrets, secretKeysOf } from '../../build/webhooks/secret.js'

const [url, keys, folder] = process.argv.slice(2)
const masterKey = keys.split(',').map((key) => Buffer.from(key, 'hex'))
const database = new Database({ url, connectionsMax: 4 })
const sealed = [
  ...sealedByAccounts(database, accountKeys(masterKey)),
  ...sealedSecrets(database, secretKeysOf(masterKey)),
  sealedFiles(await DiskStore.open(folder), storageKeys(masterKey, [])),
]
new Resealing({ database, masterKey, sealed, logger: createLogger('info') }).start()
