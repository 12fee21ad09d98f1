import type { Database } from '../../base/database/db.js'
import type { SealedPart } from '../../base/sealed.js'
import type { AccountKeys } from '../keys.js'

/** How better-auth begins what it encrypted with a secret that has a version. */
const envelope = '$ba$'
const atOnce = 20

const stale = 'NOT (starts_with(secret, $1) AND starts_with(backup_codes, $1))'
const count = `SELECT count(*)::float8 AS count FROM portal_two_factors WHERE ${stale}`
const read = `
SELECT id, secret, backup_codes AS codes FROM portal_two_factors
 WHERE ${stale} AND id > $2 ORDER BY id LIMIT ${atOnce}`
const replace = `
UPDATE portal_two_factors SET secret = $4, backup_codes = $5 WHERE id = $1 AND secret = $2 AND backup_codes = $3`

interface Factor {
  id: string
  secret: string
  codes: string
}

/** Returns the second factors as a part that can be re-sealed. */
export function sealedFactors(database: Database, secrets: AccountKeys['portal']): SealedPart {
  const newest = `${envelope}${secrets[0].version}$`
  return {
    name: 'second factors',
    async count() {
      return (await database.query<{ count: number }>(count, [newest]))[0]?.count ?? 0
    },
    async reseal(signal, onSlice) {
      for (let after = ''; !signal.aborted; ) {
        const rows: Factor[] = await database.query(read, [newest, after])
        if (rows.length > 0) {
          // Slow to load.
          const { reencrypt } = await import('./login.js')
          const slice = { resealed: 0, failed: 0 }
          for (const { id, secret, codes } of rows) {
            try {
              const next = [await reencrypt(secrets, secret), await reencrypt(secrets, codes)]
              slice.resealed += await database.execute(replace, [id, secret, codes, ...next])
            } catch {
              slice.failed++
            }
          }
          await onSlice(slice)
        }
        if (rows.length < atOnce) return
        after = (rows.at(-1) as Factor).id
      }
    },
  }
}
