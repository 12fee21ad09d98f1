import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { type AdminContext, AdminError, type Output, print, withAdmin } from '../base/admin.js'
import { progressOf, seenKeys, settledAt } from '../base/database/master-keys.js'
import { keyIdOf, ringOf } from '../base/ring.js'
import { keepSecrets, readSecrets, type Secrets } from '../base/secrets.js'
import type { LoadConfig } from '../base/settings/config.js'
import type { Config } from '../settings.js'

/** Adds `key status|add|retire`. */
export function keyCommands(program: Command, load: LoadConfig<Config>): void {
  const key = program.command('key').description('manage the master keys')
  key
    .command('status')
    .description('show which master keys are needed, and how far re-sealing with the newest one is')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async (context) => {
        const { keys, parts } = await statusOf(context)
        print(given, { keys, parts }, [...keys.map(keyLine), ...parts.map(partLine)])
      }),
    )
  key
    .command('add')
    .description('add a new master key to the data folder; it seals from the next start on, and the others still open')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ config }) => {
        const { masterKey, olderMasterKeys = [], ...rest } = await ownSecrets(config)
        const made = randomBytes(32).toString('hex')
        await keepSecrets(config.dataDir, {
          masterKey: made,
          olderMasterKeys: [masterKey, ...olderMasterKeys],
          ...rest,
        })
        const id = keyIdOf(Buffer.from(made, 'hex'))
        print(given, { id }, [`Key ${id} added. Restart the service, then back up the data folder.`])
      }),
    )
  key
    .command('retire')
    .description('remove master keys that are no longer needed from the data folder')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ config, db }) => {
        const { olderMasterKeys = [], ...rest } = await ownSecrets(config)
        const idle = new Set((await seenKeys(db)).filter(({ isNeeded }) => !isNeeded).map(({ id }) => id))
        const idOf = (hex: string) => keyIdOf(Buffer.from(hex, 'hex'))
        const [retired, kept] = [true, false].map((isIdle) =>
          olderMasterKeys.filter((one) => idle.has(idOf(one)) === isIdle),
        )
        if (retired?.length)
          await keepSecrets(config.dataDir, { ...rest, ...(kept?.length && { olderMasterKeys: kept }) })
        const ids = (retired ?? []).map(idOf)
        print(given, { retired: ids }, [
          ids.length === 0
            ? 'No key can be retired yet: see `tallystick admin key status`.'
            : `Retired ${ids.join(', ')}. Restart the service. Backups made before need the key that they hold.`,
        ])
      }),
    )
}

/** @throws {AdminError} when the operator keeps the keys */
async function ownSecrets({ masterKey, dataDir }: Config): Promise<Secrets> {
  const secrets = masterKey ? null : await readSecrets(dataDir)
  if (secrets) return secrets
  throw new AdminError(
    'MASTER_KEY is set, so its keys are yours to change: put a new one (`openssl rand -hex 32`) before the others, separated by a comma, and remove those that are no longer needed.',
  )
}

interface KeyStatus {
  id: string
  use: 'seals' | 'opens' | 'missing'
  isNeeded: boolean
  /** When an older key is no longer needed at the earliest, if it still is. */
  neededUntil: string | null
}

async function statusOf({ db, masterKey }: AdminContext<Config>) {
  const [seen, parts] = [await seenKeys(db), await progressOf(db)]
  const given = ringOf(masterKey).map(keyIdOf)
  const [newest] = seen
  const keys = seen.map(({ id, isNeeded }): KeyStatus => {
    const use = id === newest?.id ? 'seals' : given.includes(id) ? 'opens' : 'missing'
    const isWaiting = use !== 'seals' && isNeeded && newest !== undefined
    return { id, use, isNeeded, neededUntil: isWaiting ? settledAt(newest).toISOString() : null }
  })
  const unused = given.filter((id) => !seen.some((one) => one.id === id))
  return {
    keys: [...keys, ...unused.map((id): KeyStatus => ({ id, use: 'opens', isNeeded: false, neededUntil: null }))],
    parts: parts.map((part) => ({ ...part, lookedAt: part.lookedAt.toISOString() })),
  }
}

function keyLine({ id, use, isNeeded, neededUntil }: KeyStatus): string {
  if (use === 'seals') return `${id}  seals`
  if (isNeeded)
    return `${id}  ${use === 'missing' ? 'NEEDED, and missing in MASTER_KEY' : 'needed'}, until ${neededUntil} at least`
  return `${id}  no longer needed${use === 'missing' ? ', and removed' : ''}`
}

function partLine({ part, resealed, remaining }: { part: string; resealed: number; remaining: number | null }): string {
  return `${part}: ${resealed} re-sealed, ${remaining === null ? 'counting' : `${remaining} left`}`
}
