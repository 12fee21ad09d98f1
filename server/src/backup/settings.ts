import type { GroundConfig } from '../base/settings/ground.js'
import type { LedgerConfig } from '../ledger/settings.js'
import type { StorageConfig } from '../storage/settings.js'

/** The settings of where everything is that a backup holds. */
export type BackupConfig = GroundConfig & StorageConfig & Pick<LedgerConfig, 'rpcUrls'>
