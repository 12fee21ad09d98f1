import type { Command } from 'commander'
import { AdminError, type Output, print, withAdmin } from '../../base/admin.js'
import type { LoadConfig } from '../../base/settings/config.js'
import type { AccountsNeeds, Limits } from '../settings.js'
import { accountNamed } from '../sql.js'
import { type Quota, Quotas } from './quotas.js'
import { type OwnLimits, writeLimits } from './sql.js'

interface Given extends Output {
  storage?: string
  unfinished?: string
  stamps?: string
  bulkItems?: string
}

/** Adds `account quota`. */
export function quotaCommand(account: Command, load: LoadConfig<AccountsNeeds>): void {
  account
    .command('quota')
    .description(
      'show what an account uses; set its own limits: a number, "none", or "default" for the limit in the settings',
    )
    .argument('<account>', 'e-mail address or user ID')
    .option('--storage <bytes>', 'files, all versions and the bin included, metadata and logs')
    .option('--unfinished <bytes>', 'unfinished uploads')
    .option('--stamps <number>', 'stamps a day (UTC)')
    .option('--bulk-items <number>', 'items of multi-stamp requests that a process works on at once')
    .option('--json', 'print JSON only')
    .action((name: string, given: Given) =>
      withAdmin(load, async ({ config, db }) => {
        const found = await accountNamed(db, name)
        if (!found) throw new AdminError(`Account ${name} does not exist.`)
        const quotas = new Quotas({ db, defaults: config.quotas })
        const change = changeOf(given)
        if (Object.keys(change).length > 0) {
          await db.transaction(async (tx) => {
            const { own } = await quotas.of(found.id, tx)
            await writeLimits(tx, found.id, { ...own, ...change })
          })
        }
        const quota = await quotas.of(found.id)
        print(given, { userId: found.id, ...quota }, linesOf(quota))
      }),
    )
}

function changeOf({ storage, unfinished, stamps, bulkItems }: Given): Partial<OwnLimits> {
  return {
    ...(storage !== undefined && { storageBytes: limitOf('--storage', storage) }),
    ...(unfinished !== undefined && { unfinishedBytes: limitOf('--unfinished', unfinished) }),
    ...(stamps !== undefined && { stampsPerDay: limitOf('--stamps', stamps) }),
    ...(bulkItems !== undefined && { bulkItems: limitOf('--bulk-items', bulkItems) }),
  }
}

/** Reads a limit: 0 is none, null the limit in the settings. @throws {AdminError} */
function limitOf(option: string, text: string): number | null {
  if (text === 'default') return null
  if (text === 'none') return 0
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  // 0 is how the settings write "none": here it could also be meant as "nothing at all".
  if (!(value >= 1 && value <= Number.MAX_SAFE_INTEGER))
    throw new AdminError(`${option} must be a whole number from 1, "none" or "default", not ${JSON.stringify(text)}.`)
  return value
}

function linesOf({ usage, limits, own }: Quota): string[] {
  const line = (name: string, used: number | null, limit: keyof Limits) => {
    const most = limits[limit] === 0 ? 'no limit' : String(limits[limit])
    return `${name.padEnd(18)}${used === null ? '' : `${used} of `}${most}${own[limit] === null ? '' : ' (its own)'}`
  }
  return [
    line('stored bytes', usage.storedBytes, 'storageBytes'),
    line('unfinished bytes', usage.unfinishedBytes, 'unfinishedBytes'),
    line('stamps today', usage.stamps, 'stampsPerDay'),
    line('multi-stamp items', null, 'bulkItems'),
  ]
}
