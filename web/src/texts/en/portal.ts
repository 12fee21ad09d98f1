import { account } from './account.js'
import { connect } from './connect.js'
import { errors } from './errors.js'
import { files } from './files.js'
import { common } from './general.js'
import { login } from './login.js'
import { mailbox } from './mailbox.js'
import { navigation } from './navigation.js'
import { network } from './network.js'
import { runs } from './runs.js'
import { security } from './security.js'
import { stamping } from './stamping.js'
import { stamps } from './stamps.js'
import { start } from './start.js'
import { webhooks } from './webhooks.js'

/** Texts of the portal, by namespace. */
export const texts = {
  common,
  errors,
  navigation,
  account,
  connect,
  files,
  login,
  mailbox,
  runs,
  security,
  start,
  network,
  stamping,
  stamps,
  webhooks,
}
