import type { Database } from '../../base/database/db.js'
import type { SealedPart } from '../../base/sealed.js'
import type { AccountKeys } from '../keys.js'
import { countStaleFactors, staleFactors } from './factors-sql.js'

const atOnce = 20

/** Returns the second factors as a part that can be re-sealed. */
export function sealedFactors(database: Database, secrets: AccountKeys['portal']): SealedPart {
  const [{ version }] = secrets
  return {
    name: 'second factors',
    count: () => countStaleFactors(database, version),
    async reseal(signal, onSlice) {
      for (let after = ''; !signal.aborted; ) {
        const factors = await staleFactors(database, version, after, atOnce)
        if (factors.length > 0) {
          // Slow to load.
          const { reencryptFactor } = await import('./login.js')
          const slice = { resealed: 0, failed: 0 }
          for (const factor of factors) {
            try {
              slice.resealed += await reencryptFactor(database, secrets, factor)
            } catch {
              slice.failed++
            }
          }
          await onSlice(slice)
        }
        if (factors.length < atOnce) return
        after = factors.at(-1)?.id ?? ''
      }
    },
  }
}
