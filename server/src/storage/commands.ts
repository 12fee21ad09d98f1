import type { Command } from 'commander'
import { type Output, print } from '../base/admin.js'
import { type Config, loadConfig } from '../base/config.js'
import { masterKeyOf } from '../base/secrets.js'
import { formatIdentity, formatRecipient, makeIdentity } from './age-keys.js'
import { rotateKeys } from './age-rotate.js'
import { openStore } from './open-store.js'
import { type StorageKeys, storageKeys } from './storage-keys.js'

/** Adds `storage identity|rotate`. */
export function storageCommands(program: Command): void {
  const storage = program.command('storage').description('manage the keys of encrypted files')

  storage
    .command('identity')
    .description('print the identities that decrypt the files, in the form `age -d -i` reads; keep them secret')
    .option('--new', 'print a new identity for AGE_IDENTITIES instead; it is not stored')
    .action(async (given: { new?: boolean }) => {
      const identities = given.new ? [makeIdentity()] : (await keysOf(loadConfig())).identities
      for (const identity of identities) {
        process.stdout.write(`# public key: ${formatRecipient(identity.recipient)}\n${formatIdentity(identity)}\n`)
      }
    })

  storage
    .command('rotate')
    .description('re-encrypt file keys, so that only the current identity decrypts the files')
    .option('--json', 'print JSON only')
    .action(async (given: Output) => {
      const config = loadConfig()
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

async function keysOf(config: Config): Promise<StorageKeys> {
  return storageKeys(await masterKeyOf(config), config.ageIdentities)
}
