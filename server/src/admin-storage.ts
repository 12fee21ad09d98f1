import type { Command } from 'commander'
import { type Config, loadConfig } from './base/config.js'
import { masterKeyOf } from './base/secrets.js'
import { formatIdentity, formatRecipient, makeIdentity } from './storage/age-keys.js'
import { rotateKeys } from './storage/age-rotate.js'
import { openStore } from './storage/open.js'
import { type StorageKeys, storageKeys } from './storage/storage-keys.js'

/** `storage identity`, `storage rotate`. */
export function storageCommands(program: Command): void {
  const storage = program.command('storage').description('manage file storage')

  storage
    .command('identity')
    .description(
      'print the identities that decrypt private files, in the format of `age -d -i`; anyone who has them can read all files',
    )
    .option('--new', 'print a new identity for AGE_IDENTITIES instead, without saving it')
    .action(async (given: { new?: boolean }) => {
      const identities = given.new ? [makeIdentity()] : (await keysOf(loadConfig())).identities
      for (const identity of identities) {
        process.stdout.write(`# public key: ${formatRecipient(identity.recipient)}\n${formatIdentity(identity)}\n`)
      }
    })

  storage
    .command('rotate')
    .description('re-encrypt the file keys so that only the current identity decrypts private files')
    .option('--json', 'print JSON only')
    .action(async (given: { json?: boolean }) => {
      const config = loadConfig()
      const keys = await keysOf(config)
      const store = await openStore(config)
      try {
        const { rewrapped, current, failed } = await rotateKeys(store, keys)
        const ok = failed.length === 0
        const words = [
          ...failed.map(({ key, problem }) => `NOT ROTATED: ${key}: ${problem}`),
          `${rewrapped} rotated, ${current} already current, ${failed.length} failed.`,
        ]
        const told = given.json ? JSON.stringify({ ok, rewrapped, current, failed }) : words.join('\n')
        process.stdout.write(`${told}\n`)
        if (!ok) process.exitCode = 1
      } finally {
        await store.close()
      }
    })
}

async function keysOf(config: Config): Promise<StorageKeys> {
  return storageKeys(await masterKeyOf(config), config.ageIdentities)
}
