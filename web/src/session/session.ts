import { useSyncExternalStore } from 'react'
import { errorOf, ServiceError } from 'tallystick/service-error'

/** Who is logged in, as `POST /portal/api/token` says. */
interface SessionAccount {
  _id: string
  name: string
  email: string
  walletAddress: string
}

/** `wasEnded`: it ended while it was used, by its time or from elsewhere. */
type State = { status: 'unknown' } | { status: 'out'; wasEnded: boolean } | { status: 'in'; account: SessionAccount }

/** Tokens live ten minutes; they are renewed a little before, and whenever the service refuses one. */
const renewAfterMs = 8 * 60_000

let state: State = { status: 'unknown' }
let token: { text: string; at: number } | null = null
let sinceMs = Number.NaN
let renewing: Promise<void> | null = null
const listeners = new Set<() => void>()

function become(next: State): void {
  // Whoever is out is out; several requests may find that out.
  if (next.status === 'out' && state.status === 'out') return
  state = next
  for (const listener of listeners) listener()
}

/** Gets a token for the cookie's session. Without a session the state becomes `out`; other failures are thrown. */
async function renew(): Promise<void> {
  const response = await fetch('/portal/api/token', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 401) {
    token = null
    return become({ status: 'out', wasEnded: state.status === 'in' })
  }
  if (!response.ok) throw await errorOf(response)
  const { data } = (await response.json()) as { data: SessionAccount & { token: string } }
  token = { text: data.token, at: Date.now() }
  if (state.status !== 'in') sinceMs = Date.parse(response.headers.get('date') ?? '')
  const { _id, name, email, walletAddress } = data
  become({ status: 'in', account: { _id, name, email, walletAddress } })
}

/** One renewal at a time, for however many requests wait for it. */
function renewOnce(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/** The token of the next request; `refused` is one that the service no longer takes. @throws ServiceError */
export async function sessionToken(refused?: string): Promise<string> {
  if (token === null || token.text === refused || Date.now() - token.at > renewAfterMs) await renewOnce()
  if (token !== null) return token.text
  throw new ServiceError('Not logged in', { status: 401, code: 'session_missing', requestId: null, retryAfterS: null })
}

/** Finds out whether somebody is logged in; asks the service only when it is not known. */
export async function currentSession(): Promise<State> {
  if (state.status === 'unknown') await renewOnce()
  return state
}

/** After a login: the cookie is another one now. */
export async function refreshSession(): Promise<State> {
  token = null
  await renewOnce()
  return state
}

/** When somebody was first seen to be logged in here, by the service's clock in ms: whatever of theirs is shown was loaded later. */
export function sessionSinceMs(): number {
  return sinceMs
}

/** Asks anew, so that a session that was ended elsewhere ends here. */
export async function checkSession(): Promise<void> {
  if (state.status === 'in') await renewOnce().catch(() => undefined)
}

/** Ends the session, here and at the service. @throws ServiceError */
export async function endSession(): Promise<void> {
  const response = await fetch('/portal/api/auth/sign-out', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (!response.ok && response.status !== 401) throw await errorOf(response)
  token = null
  become({ status: 'out', wasEnded: false })
}

/** Calls back whenever somebody logs in or out. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is logged in, for screens; null when nobody is. */
export function useAccount(): SessionAccount | null {
  const now = useSyncExternalStore(onSessionChange, () => state)
  return now.status === 'in' ? now.account : null
}
