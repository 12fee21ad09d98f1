import type { Command } from 'commander'
import { type Output, print } from '../base/admin.js'
import { masterKeyOf } from '../base/secrets.js'
import type { LoadConfig } from '../base/settings/config.js'
import type { GroundConfig } from '../base/settings/ground.js'
import { formatIdentity, formatRecipient, makeIdentity } from './age/keys.js'
import { rotateKeys } from './rotate.js'
import type { StorageConfig } from './settings.js'
import { type StorageKeys, storageKeys } from './storage-keys.js'
import { openStore } from './stores/open-store.js'

/** Adds `storage identity|rotate`. */
export function storageCommands(program: Command, load: LoadConfig<GroundConfig & StorageConfig>): void {
  const storage = program.command('storage').description('manage file storage')

  storage
    .command('identity')
    .description(
      'print the identities that decrypt private files, in the format of `age -d -i`; anyone who has them can read all files',
    )
    .option('--new', 'print a new identity for AGE_IDENTITIES instead, without saving it')
    .action(async (given: { new?: boolean }) => {
      const identities = given.new ? [makeIdentity()] : (await keysOf(load())).identities
      for (const identity of identities) {
        process.stdout.write(`# public key: ${formatRecipient(identity.recipient)}\n${formatIdentity(identity)}\n`)
      }
    })

  storage
    .command('rotate')
    .description('re-encrypt the file keys so that only the current identity decrypts private files')
    .option('--json', 'print JSON only')
    .action(async (given: Output) => {
      const config = load()
      const keys = await keysOf(config)
      const store = await openStore(config)
      try {
        const { rewrapped, current, failed } = await rotateKeys(store, keys)
        const ok = failed.length === 0
        print(given, { ok, rewrapped, current, failed }, [
          ...failed.map(({ key, problem }) => `NOT ROTATED: ${key}: ${problem}`),
          `${rewrapped} rotated, ${current} already current, ${failed.length} failed.`,
        ])
        if (!ok) process.exitCode = 1
      } finally {
        await store.close()
      }
    })
}

async function keysOf(config: GroundConfig & StorageConfig): Promise<StorageKeys> {
  return storageKeys(await masterKeyOf(config), config.ageIdentities)
}
