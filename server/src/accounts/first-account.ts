import { AccountError, createAccount, type NewAccountResult } from './account.js'
import type { NetworkKind } from './client.js'
import { type LoginContext, login } from './login.js'
import { anyAccount } from './sql.js'

/** The first account, ready to be used: printed once at the first start. */
export interface FirstAccount extends NewAccountResult {
  /** An access token, as `POST /authenticate` answers it. */
  token: string
}

/**
 * Makes the first account of a new deployment and logs it in, so that it can be used without a further step.
 *
 * @returns the account, or null when there are accounts already
 */
export async function ensureFirstAccount(context: LoginContext, kind: NetworkKind): Promise<FirstAccount | null> {
  if (await anyAccount(context.db)) return null
  try {
    const made = await createAccount(context.db, context.keys, kind, { email: 'owner@localhost', name: 'Owner' })
    const loggedIn = await login(context, made.clientId, made.secretKey)
    if (loggedIn === null) throw new Error('the first account cannot log in')
    return { ...made, token: loggedIn.token }
  } catch (error) {
    // Another process of the same deployment was first.
    if (error instanceof AccountError) return null
    throw error
  }
}
