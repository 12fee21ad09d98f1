/** The only path that browsers send the portal's cookies to. */
export const cookiePath = '/portal/api'

/** Path prefix of better-auth's routes. */
export const authPath = `${cookiePath}/auth`

/** Header that passes the client's network address to better-auth. Set by us only; a client's header is dropped. */
export const addressHeader = 'x-portal-address'
/** Header that passes the origin of the portal's pages to better-auth. */
export const originHeader = 'x-portal-origin'

/** A person logged in to the portal. */
export interface PortalUser {
  accountId: string
  sessionId: string
}

/** Logging in to the portal: e-mail and password, passkeys, second factor. */
export interface PortalLogin {
  /** Handles a request below {@link authPath}. */
  handle(request: Request): Promise<Response>
  /** Resolves with the user the cookies belong to, or null. */
  userOf(headers: Headers): Promise<PortalUser | null>
  /** Resolves with whether the authenticator app of the account shows this 6-digit code now. */
  isCode(accountId: string, code: string): Promise<boolean>
}

/** Returns the host name that passkeys are bound to. */
export function passkeyHost(url: string, isUrlFixed: boolean): string {
  return isUrlFixed ? new URL(url).hostname : 'localhost'
}
