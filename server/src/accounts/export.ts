import type { Queryable } from '../base/database/db.js'
import { listClients } from './clients/client.js'
import { changesOf } from './email/sql.js'
import { knownBrowsers } from './portal/browsers-sql.js'
import { portalSessions, securityOf } from './portal-sql.js'
import { accountById } from './sql.js'

/** Exports an account and its logins, without secrets. */
export async function exportAccount(db: Queryable, accountId: string) {
  const [account, security, clients, sessions, browsers, emailChanges] = await Promise.all([
    accountById(db, accountId),
    securityOf(db, accountId),
    listClients(db, accountId),
    portalSessions(db, accountId, Number.MAX_SAFE_INTEGER),
    knownBrowsers(db, accountId),
    changesOf(db, accountId),
  ])
  if (account === undefined) throw new Error(`account ${accountId} is missing`)
  const { id, tokenEpoch: _, ...own } = account
  return {
    _id: id,
    ...own,
    ...security,
    clients: clients.map(({ id: clientId, accountId: _, ...client }) => ({ clientId, ...client })),
    sessions: sessions.map(({ id: _, ...session }) => session),
    browsers: browsers.map(({ id: _, sessionId: __, ...browser }) => browser),
    emailChanges: emailChanges.map(({ oldEmail, newEmail, requestedAt, changedAt }) => ({
      oldEmail,
      newEmail,
      requestedAt,
      changedAt,
    })),
  }
}
