/** Where better-auth answers, below the address of the service. */
export const authPath = '/portal/api/auth'

/** The header in which we tell better-auth whose request it is; what a client sends under this name is dropped. */
export const addressHeader = 'x-portal-address'
/** The header in which we tell it the origin that the request's pages come from. */
export const originHeader = 'x-portal-origin'

/** Who is logged in to the portal. */
export interface PortalUser {
  accountId: string
  sessionId: string
}

/** Logging in to the portal: e-mail and password, passkeys, second factor. */
export interface PortalLogin {
  /** Answers a request below {@link authPath}. */
  handle(request: Request): Promise<Response>
  /** Who sent the cookies, or null. */
  userOf(headers: Headers): Promise<PortalUser | null>
}

/** Passkeys belong to a host name. */
export function passkeyHost(url: string, isUrlFixed: boolean): string {
  return isUrlFixed ? new URL(url).hostname : 'localhost'
}
