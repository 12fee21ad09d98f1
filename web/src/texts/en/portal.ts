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

/** Words of the main navigation. */
export const navigation = {
  start: 'Start',
  stamps: 'Stamps',
  files: 'Folders and files',
  access: 'API access',
  webhooks: 'Webhooks',
  network: 'Network',
  profile: 'Profile',
  account: 'Data and account',
  security: 'Login and security',
  verify: 'Verify a document',
  docs: 'API reference',
}

export type NavKey = keyof typeof navigation

/** Texts of the portal, by namespace. */
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
