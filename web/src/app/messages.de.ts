import { account } from '../features/account/messages.de.js'
import { files } from '../features/files/messages.de.js'
import { login } from '../features/login/messages.de.js'
import { mailbox } from '../features/mailbox/messages.de.js'
import { network } from '../features/network/messages.de.js'
import { security } from '../features/security/messages.de.js'
import { stamps } from '../features/stamps/messages.de.js'
import { start } from '../features/start/messages.de.js'
import { webhooks } from '../features/webhooks/messages.de.js'
import { stamping } from '../stamping/messages.de.js'
import { common } from './common.de.js'
import { errors } from './errors.de.js'
import { navigation } from './navigation.de.js'

/** The same in German. */
export const messages = {
  common,
  errors,
  navigation,
  account,
  files,
  login,
  mailbox,
  security,
  start,
  network,
  stamping,
  stamps,
  webhooks,
}
