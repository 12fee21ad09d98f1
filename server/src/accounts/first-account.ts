import { v7 as uuidv7 } from 'uuid'
import { AccountError, createAccount, type NewAccountResult } from './account.js'
import type { NetworkKind } from './clients/client.js'
import { insertPassword } from './portal-sql.js'
import { hashPassword, newPassword } from './proving/passwords.js'
import { anyAccount } from './sql.js'
import { type LoginContext, login } from './tokens/login.js'

/** The first account, ready to use; printed once at the first start. */
export interface FirstAccount extends NewAccountResult {
  /** An access token like that of `POST /authenticate`. */
  token: string
  /** Login for the portal. */
  email: string
  password: string
}

/**
 * Creates the first account of a new deployment and logs it in, so that it is ready to use.
 *
 * @returns null when there are accounts already
 */
export async function ensureFirstAccount(context: LoginContext, kind: NetworkKind): Promise<FirstAccount | null> {
  if (await anyAccount(context.db)) return null
  try {
    // The reader of the terminal owns the service, so there is nothing to verify.
    const email = 'owner@tallystick.localhost'
    const made = await createAccount(context.db, context.keys, kind, { email, name: 'Owner', emailVerified: true })
    const password = newPassword()
    await insertPassword(context.db, uuidv7(), made.userId, await hashPassword(password))
    const loggedIn = await login(context, made.clientId, made.secretKey)
    if (loggedIn === null) throw new Error('the first account cannot log in')
    return { ...made, token: loggedIn.token, email, password }
  } catch (error) {
    // Another process of the deployment was faster.
    if (error instanceof AccountError) return null
    throw error
  }
}
