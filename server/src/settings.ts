import { accountsSettings, quotaSettings } from './accounts/settings.js'
import { type LoadConfig, readSettings, type WithGiven } from './base/settings/config.js'
import type { Setting, Together } from './base/settings/define.js'
import { groundSettings } from './base/settings/ground.js'
import { outgoingSettings } from './base/settings/outgoing.js'
import { telemetrySettings } from './base/settings/telemetry.js'
import { certificatesSettings } from './certificates/settings.js'
import { clockSettings } from './clock/settings.js'
import { filesSettings } from './files/settings.js'
import { foldersSettings } from './folders/settings.js'
import { httpSettings } from './http/settings.js'
import { ledgerSettings } from './ledger/settings.js'
import { protocolsSettings } from './protocols/settings.js'
import { stampsSettings } from './stamps/settings.js'
import { storageSettings } from './storage/settings.js'
import { webhooksSettings } from './webhooks/settings.js'
import { witnessesSettings } from './witnesses/settings.js'

/** The settings of the ground and of each room, in the order of their list. No rooms are loaded for them: help comes at once. */
const parts = [
  groundSettings,
  httpSettings,
  clockSettings,
  storageSettings,
  accountsSettings,
  quotaSettings,
  ledgerSettings,
  witnessesSettings,
  certificatesSettings,
  stampsSettings,
  foldersSettings,
  filesSettings,
  webhooksSettings,
  protocolsSettings,
  outgoingSettings,
  telemetrySettings,
] as const

/** All settings. */
export const settings: readonly Setting[] = parts.flatMap(({ rows }) => Object.values<Setting>(rows))

/** The settings in force. Times are milliseconds, sizes bytes. */
export type Config = Together<typeof parts> & WithGiven

/** Settings of earlier versions, with what holds now. */
const gone = {
  JSON_LIMIT: 'A JSON body has at most 1 MiB',
  MULTI_STAMP_LIMIT: 'A multi-stamp has at most 16 MiB',
  MULTI_STAMP_ITEMS: 'A multi-stamp has at most 100,000 items',
}

/** Reads all settings. @throws {ConfigError} when anything is wrong; it lists all problems */
export const loadConfig: LoadConfig<Config> = (env, options) => readSettings(parts, env, { ...options, gone })
