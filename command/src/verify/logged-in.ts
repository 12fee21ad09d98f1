import { openSession, type SessionFlags } from '../account/session.js'
import type { Issuer } from './issuer.js'

/** A verdict doesn't wait longer for a service that the person hasn't named for it. */
const waitMs = 10_000

/**
 * Returns the service that the person is logged in to, as one to ask about blocks; null without a login.
 * @throws {Error} for people when there isn't the login that the flags name
 */
export async function loggedInTo(
  flags: SessionFlags,
  { signal, onSilent }: { signal: AbortSignal; onSilent: Issuer['onSilent'] },
): Promise<Issuer | null> {
  const session = await openSession(flags, { attempts: 1 }).catch((error: unknown) => {
    // One that the person names should be there; otherwise, verifying needs no login.
    if (flags.profile !== undefined) throw error
    return null
  })
  if (session === null) return null
  const notaries = async () => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    const { notaries } = await session.tallystick.client.get('/network', { signal: ended })
    return new Set(notaries.map((address) => address.toLowerCase()))
  }
  return { url: session.url, notaries, onSilent }
}
