import type { Database, Queryable } from '../base/database/db.js'
import { requireKeys } from '../base/database/master-keys.js'
import { type CheckContext, type Finding, finding } from '../base/finding.js'
import { unseal } from '../base/ring.js'
import type { MasterKey } from '../base/secrets.js'
import { ConfigError } from '../base/settings/config.js'
import { accountKeys } from './keys.js'
import { checkMailServer } from './mail/mail.js'
import type { AccountsConfig } from './settings.js'
import { anySealedSecret } from './sql.js'

/** Tests whether the master key opens what the database holds, and logs in to the mail server without sending anything. */
export async function checkAccounts({ config, database, masterKey }: CheckContext<AccountsConfig>): Promise<Finding[]> {
  const key = masterKey && database && (await finding('master key', () => checkMasterKey(database, masterKey)))
  const { smtpUrl } = config
  const advice = 'Check SMTP_URL: address, port, and the login if the server needs one.'
  return [...(key ? [key] : []), await finding('mail', () => mail(smtpUrl, config.databaseUrl === undefined), advice)]
}

async function checkMasterKey(database: Database, masterKey: MasterKey): Promise<string> {
  if ((await opensSecrets(database, masterKey)) === false)
    throw new ConfigError(['This database was written with another MASTER_KEY. Set that one.'])
  await requireKeys(database, masterKey)
  return 'opens the secrets in the database'
}

/** Returns whether a master key is that of a database; null when it holds no secret to try. */
export async function opensSecrets(db: Queryable, masterKey: MasterKey): Promise<boolean | null> {
  const sealed = await anySealedSecret(db)
  if (!sealed) return null
  try {
    unseal(accountKeys(masterKey).clientSecret, sealed)
    return true
  } catch {
    return false
  }
}

async function mail(smtpUrl: string | undefined, isEmbedded: boolean): Promise<string> {
  if (smtpUrl === undefined) {
    return isEmbedded
      ? 'SMTP_URL is not set: the portal shows mails in its mailbox'
      : 'SMTP_URL is not set: no mail is sent'
  }
  await checkMailServer(smtpUrl)
  return `${new URL(smtpUrl).host} is ready${new URL(smtpUrl).username === '' ? '' : ' and accepts the login'}`
}
