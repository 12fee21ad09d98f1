import { v7 as uuidv7 } from 'uuid'
import { type Database, type Tx, violatedConstraint } from '../base/database/db.js'
import { canonicalEmail } from '../base/database/email.js'
import { defaultLanguage, type Language, languages } from '../texts/languages.js'
import { type Credentials, issueClient, type NetworkKind } from './clients/client.js'
import type { AccountKeys } from './keys.js'
import { accountsWithClients, clientsOf, insertAccount, lockAccount } from './sql.js'

/** Data of a new account. */
export interface NewAccount {
  email: string
  name: string
  /** Default: the part of the e-mail address before the @. */
  username?: string
  language?: Language
  /** Set when the address is known to belong to the owner. */
  emailVerified?: boolean
}

/** A new account's ID, which is its organization ID too, and its first API client. */
export interface NewAccountResult extends Credentials {
  userId: string
}

/** Thrown when an account can't be created from the given data. The message is meant for people. */
export class AccountError extends Error {
  override name = 'AccountError'
}

/**
 * Creates an account with its wallet address and first API client, in one transaction.
 *
 * @throws {AccountError} when the e-mail address or name is malformed, or the address is taken
 */
export async function createAccount(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  given: NewAccount,
): Promise<NewAccountResult> {
  try {
    return await db.transaction((tx) => createAccountIn(tx, keys, kind, given))
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email') {
      throw new AccountError(`An account with the e-mail address ${given.email} already exists.`)
    }
    throw error
  }
}

async function createAccountIn(
  tx: Tx,
  keys: AccountKeys,
  kind: NetworkKind,
  given: NewAccount,
): Promise<NewAccountResult> {
  const email = canonicalEmail(given.email)
  const name = given.name.trim()
  if (email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new AccountError(`"${given.email}" is not an e-mail address.`)
  }
  if (!isName(name)) throw new AccountError('The name must have 1 to 200 characters and no control characters.')
  const userId = uuidv7()
  const language = given.language ?? defaultLanguage
  await insertAccount(tx, {
    id: userId,
    email,
    emailVerified: given.emailVerified ?? false,
    name,
    username: given.username ?? usernameOf(email),
    walletAddress: keys.walletAddress(userId),
    language,
  })
  return { userId, ...(await issueClient(tx, keys, kind, userId, languages[language].texts.firstClient)) }
}

/** Returns whether the text is valid as an account's public name. */
export function isName(name: string): boolean {
  return name.length > 0 && name.length <= 200 && name === name.trim() && !/\p{Cc}/u.test(name)
}

/** Returns the default user name for an address. */
export function usernameOf(email: string): string {
  return email.slice(0, email.indexOf('@'))
}

/**
 * Creates the first client of a newly registered account. Idempotent, also under concurrency, so it can be repeated after an
 * interruption.
 */
export async function ensureFirstClient(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
): Promise<void> {
  if ((await clientsOf(db, accountId)).length > 0) return
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account || (await clientsOf(tx, accountId)).length > 0) return
    await issueClient(tx, keys, kind, accountId, languages[account.language].texts.firstClient)
  })
}

/** Lists all accounts with their number of usable clients, oldest first. */
export const listAccounts = accountsWithClients
