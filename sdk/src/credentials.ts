import { type ClientOptions, createClient } from './client.js'

/** Credentials of an API client, as the portal shows them. */
export interface Credentials extends Omit<ClientOptions, 'token'> {
  clientId: string
  secretKey: string
}

/**
 * Returns a credential without white space around it.
 *
 * @throws {TypeError} when no header can carry it: the runtime's own error would print it
 */
export function credentialFrom(name: string, value: string): string {
  const trimmed = value.trim()
  if (!/^[!-~]+$/.test(trimmed))
    throw new TypeError(`${name}: expected visible ASCII characters on one line, without spaces.`)
  return trimmed
}

/**
 * Authenticates with client ID and secret key when a token is first needed, keeps the token, and renews it when it is refused:
 * with the refresh token or, failing that, the credentials; with the credentials where the service wants a recent login. For servers: a secret key does not belong in a browser.
 *
 * @returns the `token` option of {@link createClient}
 * @throws {TypeError} when one of the two is empty, or no header can carry it
 * @throws ServiceError 404 `user_not_found` from the first request when the pair is wrong
 */
export function withCredentials({
  clientId,
  secretKey,
  ...options
}: Credentials): (refused?: string, why?: 'session_old') => Promise<string> {
  const client = createClient(options)
  let session: Promise<{ token: string; refreshToken: string }> | null = null
  const header = {
    'client-id': credentialFrom('clientId', clientId),
    'secret-key': credentialFrom('secretKey', secretKey),
  }
  const login = () => client.post('/authenticate', { params: { header } })
  // Used, expired or revoked, also by an earlier attempt whose answer was lost: fall back to the credentials.
  const renew = (refreshToken: string) => client.post('/authenticate/refresh', { body: { refreshToken } }).catch(login)
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
