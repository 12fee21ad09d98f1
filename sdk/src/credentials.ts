import { createClient } from './client.js'
import { ServiceError } from './service-error.js'

/** Credentials of an API client, as the portal shows them. */
export interface Credentials {
  baseUrl: string
  clientId: string
  secretKey: string
}

/**
 * Authenticates with client ID and secret key when a token is first needed, keeps the token, and renews it when it is refused:
 * with the refresh token or, failing that, the credentials; with the credentials where the service wants a recent login. For servers: a secret key does not belong in a browser.
 *
 * @returns the `token` option of {@link createClient}
 * @throws ServiceError 404 `user_not_found` from the first request when the pair is wrong
 */
export function withCredentials({
  baseUrl,
  clientId,
  secretKey,
}: Credentials): (refused?: string, why?: 'session_old') => Promise<string> {
  const client = createClient({ baseUrl })
  let session: Promise<{ token: string; refreshToken: string }> | null = null
  const login = () => client.post('/authenticate', { headers: { 'client-id': clientId, 'secret-key': secretKey } })
  const renew = async (refreshToken: string) => {
    try {
      return await client.post('/authenticate/refresh', { body: { refreshToken } })
    } catch (error) {
      // Used, expired or revoked: fall back to the credentials.
      if (error instanceof ServiceError && error.status < 500) return login()
      throw error
    }
  }
  return async (refused, why) => {
    const seen = session
    const known = await seen
    // Many requests may be refused at once: the first renews, the others use its result.
    if (session === seen && (known === null || known.token === refused)) {
      const opening = known === null || why === 'session_old' ? login() : renew(known.refreshToken)
      session = opening
      opening.catch(() => {
        if (session === opening) session = null
      })
    }
    return (await session!).token
  }
}
