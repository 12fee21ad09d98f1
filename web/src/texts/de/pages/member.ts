import { account } from '../account/account.js'
import { mailbox } from '../account/mailbox.js'
import { security } from '../account/security.js'
import { connect } from '../developers/connect.js'
import { endUsers } from '../developers/end-users.js'
import { requestLog } from '../developers/request-log.js'
import { webhooks } from '../developers/webhooks.js'
import { files } from '../files.js'
import { network } from '../network.js'
import { runs } from '../runs.js'
import { stamping } from '../stamping.js'
import { stamps } from '../stamps.js'
import { start } from '../start.js'

/** Texts of the pages behind the login. */
export const texts = {
  account,
  connect,
  endUsers,
  files,
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
