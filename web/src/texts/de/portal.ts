import type { navigation as en } from '../en/portal.js'
import type { TextsLike } from '../languages.js'
import { account } from './account.js'
import { connect } from './developers/connect.js'
import { endUsers } from './developers/end-users.js'
import { requestLog } from './developers/request-log.js'
import { webhooks } from './developers/webhooks.js'
import { errors } from './errors.js'
import { files } from './files.js'
import { common } from './general.js'
import { login } from './login.js'
import { mailbox } from './mailbox.js'
import { network } from './network.js'
import { refusals } from './refusals.js'
import { runs } from './runs.js'
import { security } from './security.js'
import { stamping } from './stamping.js'
import { stamps } from './stamps.js'
import { start } from './start.js'

export const navigation: TextsLike<typeof en> = {
  start: 'Start',
  stamps: 'Stempel',
  files: 'Ordner und Dateien',
  access: 'API-Zugang',
  webhooks: 'Webhooks',
  network: 'Netzwerk',
  profile: 'Profil',
  account: 'Daten und Konto',
  security: 'Anmeldung und Sicherheit',
  verify: 'Dokument prüfen',
  docs: 'API-Referenz',
}

export const texts = {
  common,
  errors: { ...errors, ...refusals },
  navigation,
  account,
  connect,
  endUsers,
  files,
  login,
  mailbox,
  requestLog,
  runs,
  security,
  start,
  network,
  stamping,
  stamps,
  webhooks,
}
