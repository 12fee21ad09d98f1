import { v7 as uuidv7 } from 'uuid'
import { type Database, type Tx, violatedConstraint } from '../base/db.js'
import { defaultLanguage, type Language, languages } from '../texts/languages.js'
import { type Credentials, issueClient, type NetworkKind } from './client.js'
import type { AccountKeys } from './keys.js'
import { accountsWithClients, clientsOf, insertAccount, lockAccount } from './sql.js'

/** What a new account is made from. */
export interface NewAccount {
  email: string
  name: string
  /** Default: the part of the e-mail address before the @. */
  username?: string
  language?: Language
  /** True when the address is known to be its owner's. */
  emailVerified?: boolean
}

/** A new account's id (its organization id as well) and its first API client. */
export interface NewAccountResult extends Credentials {
  userId: string
}

/** Thrown when an account cannot be made of what was given; the message says why, for a person. */
export class AccountError extends Error {
  override name = 'AccountError'
}

/**
 * Makes an account with its wallet address and its first API client, in one transaction: all of it or nothing.
 *
 * @throws AccountError when the e-mail address or name has no valid form, or the address is taken
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
  const email = given.email.trim().toLowerCase()
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

/** Can this be an account's public name? */
export function isName(name: string): boolean {
  return name.length > 0 && name.length <= 200 && name === name.trim() && !/\p{Cc}/u.test(name)
}

/** The user name that goes with an address, until its owner has another one. */
export function usernameOf(email: string): string {
  return email.slice(0, email.indexOf('@'))
}

/**
 * Gives an account that has just registered its first client, once: also when this is repeated because the first time was
 * cut short, and when both run at the same time.
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

/** All accounts, oldest first, with how many usable clients each has. */
export const listAccounts = accountsWithClients
