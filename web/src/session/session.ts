import { errorOf, ServiceError } from '@tallystick/sdk'
import { useSyncExternalStore } from 'react'
import type { components } from './generated/portal-api.js'
import { rememberPresence } from './presence.js'

/** An account with its token, as `POST /portal/api/token` answers. */
type PortalLogin = components['schemas']['PortalLogin']
type SessionAccount = Pick<PortalLogin, '_id' | 'name' | 'email' | 'walletAddress' | 'isOperator'>

/**
 * `wasEnded`: the session ended during use, by expiry or from elsewhere. `unprotected`: the service requires an authenticator app, and
 * the account has none.
 */
type State =
  | { status: 'unknown' }
  | { status: 'out'; wasEnded: boolean }
  | { status: 'unprotected' }
  | { status: 'in'; account: SessionAccount }

/** Tokens last ten minutes. They are renewed a little earlier, and whenever the service refuses one. */
const renewAfterMs = 8 * 60_000

let state: State = { status: 'unknown' }
let token: { text: string; at: number } | null = null
let seenMs = Number.NaN
let renewing: Promise<void> | null = null
const listeners = new Set<() => void>()

function setState(next: State): void {
  // Several requests may find out that the session ended, or lacks something.
  if (next.status !== 'in' && next.status === state.status) return
  state = next
  rememberPresence(next.status === 'in')
  for (const listener of listeners) listener()
}

/** Gets a token for the cookie's session. Without a session the state becomes `out`; other failures reject. */
async function renew(): Promise<void> {
  const response = await fetch('/portal/api/token', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 401) {
    token = null
    return setState({ status: 'out', wasEnded: state.status === 'in' })
  }
  if (response.headers.get('error-code') === 'second_factor_required') {
    token = null
    return setState({ status: 'unprotected' })
  }
  if (!response.ok) throw await errorOf(response)
  const { data } = (await response.json()) as { data: PortalLogin }
  token = { text: data.token, at: performance.now() }
  if (state.status !== 'in') seenMs = Date.parse(response.headers.get('date') ?? '')
  const { _id, name, email, walletAddress, isOperator } = data
  setState({ status: 'in', account: { _id, name, email, walletAddress, isOperator } })
}

/** Shares one renewal among all requests that wait for it. */
function renewOnce(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/**
 * Returns the token for the next request; `refused` is a token the service rejected.
 *
 * @throws {ServiceError} without a session, or when the service refuses
 */
export async function sessionToken(refused?: string): Promise<string> {
  if (token === null || token.text === refused || performance.now() - token.at > renewAfterMs) await renewOnce()
  if (token !== null) return token.text
  throw new ServiceError('Not logged in', { status: 401, code: 'session_missing', requestId: null, retryAfterS: null })
}

/** Returns the session's state; asks the service only if it is unknown. */
export async function currentSession(): Promise<State> {
  if (state.status === 'unknown') await renewOnce()
  return state
}

/** Reads the session after a login changed the cookie. */
export async function refreshSession(): Promise<State> {
  token = null
  await renewOnce()
  return state
}

/** When the session was first seen here, in ms of the service's clock. Everything on the page was loaded later. */
export function sessionSinceMs(): number {
  return seenMs
}

/** Checks whether the session was ended elsewhere. */
export async function checkSession(): Promise<void> {
  if (state.status === 'in') await renewOnce().catch(() => undefined)
}

/**
 * Ends the session, here and in the service.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function endSession(): Promise<void> {
  const response = await fetch('/portal/api/auth/sign-out', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (!response.ok && response.status !== 401) throw await errorOf(response)
  token = null
  setState({ status: 'out', wasEnded: false })
}

/** Calls back when someone logs in or out, and on every token renewal. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the account of the session, or null, and re-renders when it changes. */
export function useAccount(): SessionAccount | null {
  const now = useSyncExternalStore(onSessionChange, () => state)
  return now.status === 'in' ? now.account : null
}
