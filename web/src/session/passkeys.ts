import { askPortal } from './portal-api.js'

const library = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof library>>
type LoginOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type NewOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']

/** Whether the browser has passkeys, and the page is at the host that they belong to. */
export const canUsePasskeys = (host: string | undefined): boolean =>
  typeof PublicKeyCredential === 'function' && location.hostname === host

/**
 * Asks the person for a passkey and returns its answer, for the service. Rejects with a `WebAuthnError` or `DOMException` when the
 * browser's prompt is closed, with an API error when the service refuses.
 */
export async function askForPasskey(): Promise<object> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    askPortal<LoginOptions>('/auth/passkey/generate-authenticate-options'),
  ])
  return startAuthentication({ optionsJSON })
}

/** Makes a passkey of this name and returns it, for the service. Rejects as {@link askForPasskey} does. */
export async function makePasskey(name: string): Promise<object> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    library(),
    askPortal<NewOptions>(`/auth/passkey/generate-register-options?name=${encodeURIComponent(name)}`),
  ])
  return startRegistration({ optionsJSON })
}
