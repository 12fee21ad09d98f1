import { accountsSettings, quotaSettings } from './accounts.js'
import { chainSettings } from './chain.js'
import { contentSettings } from './content.js'
import type { Setting, Settings } from './define.js'
import { groundSettings } from './ground.js'
import { httpSettings } from './http.js'
import { protocolsSettings } from './protocols.js'
import { storageSettings } from './storage.js'
import { telemetrySettings } from './telemetry.js'
import { webhooksSettings } from './webhooks.js'
import { witnessesSettings } from './witnesses.js'

/** All settings, in the order in which they are listed. */
export const parts = [
  groundSettings,
  httpSettings,
  storageSettings,
  accountsSettings,
  quotaSettings,
  chainSettings,
  witnessesSettings,
  contentSettings,
  webhooksSettings,
  protocolsSettings,
  telemetrySettings,
] as const

export const settings: readonly Setting[] = parts.flatMap(({ rows }) => Object.values<Setting>(rows))

/** The settings in force. Times are milliseconds, sizes bytes. */
export type Config = Together<typeof parts>

type Together<Parts> = Parts extends readonly [Settings<infer First>, ...infer Others]
  ? First & Together<Others>
  : unknown
