import { account } from '../features/account/messages.en.js'
import { files } from '../features/files/messages.en.js'
import { login } from '../features/login/messages.en.js'
import { mailbox } from '../features/mailbox/messages.en.js'
import { network } from '../features/network/messages.en.js'
import { security } from '../features/security/messages.en.js'
import { stamps } from '../features/stamps/messages.en.js'
import { start } from '../features/start/messages.en.js'
import { webhooks } from '../features/webhooks/messages.en.js'
import { stamping } from '../stamping/messages.en.js'
import { common } from './common.en.js'
import { errors } from './errors.en.js'
import { navigation } from './navigation.en.js'

/** All words of the portal, by namespace: one for each feature. */
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
