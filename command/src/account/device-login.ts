import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, ServiceError } from '@tallystick/sdk'

/** Credentials that the portal issued for this machine. */
export interface ApiClient {
  clientId: string
  secretKey: string
}

/** How the person gets to the portal. */
interface DeviceLogin {
  /** Address of the service. */
  url: string
  /** Name of this machine, which the portal shows. */
  name: string
  isBrowserOpened: boolean
  signal: AbortSignal
  /** Says where to go, and which code to compare. */
  onCode(address: string, userCode: string): void
}

/** How long each `slow_down` adds, by the RFC. */
const slowerByS = 5

/**
 * Logs in through the portal, in a browser here or elsewhere: OAuth's device authorization grant, with an API client in place of an
 * access token.
 * @throws Error for people when the person refuses, or lets the code expire
 * @see https://www.rfc-editor.org/rfc/rfc8628
 */
export async function loginByDevice({ url, name, isBrowserOpened, signal, onCode }: DeviceLogin): Promise<ApiClient> {
  const client = createClient({ baseUrl: url, retry: { attempts: 5 } })
  const { deviceCode, userCode, verificationUriComplete, interval } = await client.post('/account/devices', {
    body: { name },
    signal,
  })
  onCode(verificationUriComplete, userCode)
  if (isBrowserOpened) await openBrowser(verificationUriComplete)
  for (let waitS = interval; ; ) {
    await sleep(1000 * waitS, undefined, { signal })
    try {
      return await client.post('/account/devices/token', { body: { deviceCode }, signal })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'slow_down') waitS += slowerByS
      else if (error.code !== 'authorization_pending') throw error
    }
  }
}

/** Opens a page in the browser, if the machine has one. */
async function openBrowser(address: string): Promise<void> {
  try {
    const { default: open } = await import('open')
    const child = await open(address)
    // The address is on the screen, too.
    child.on('error', () => undefined)
  } catch {
    // As above.
  }
}
