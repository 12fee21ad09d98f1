import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { Tallystick } from '@tallystick/sdk'
import type { Command } from 'commander'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { type ApiClient, loginByDevice } from './device-login.js'
import { keepKey } from './key-store.js'
import { profilesFile, readProfiles, writeProfile } from './profiles.js'
import { profileName, type SessionFlags, withSession } from './session.js'

interface LoginFlags extends SessionFlags {
  url?: string
  clientId?: string
  secretKeyStdin?: boolean
  browser: boolean
}

const help = `
Without --client-id, you log in through the portal, in a browser here or on another device: it shows a code, you compare it and
connect, and this machine gets an API client of its own, which you can revoke in the portal, under API access.

The key is kept in the system's store (Keychain, Credential Manager, Secret Service) or, on a system without one, in
${profilesFile}, which only you can read.

Examples:
  $ tallystick login --url https://notary.example
  $ tallystick login --url https://notary.example --client-id cl_...
  $ pass notary | tallystick login --url https://notary.example --client-id cl_... --secret-key-stdin
  $ tallystick login --profile archive --url https://archive.example
${exitCodesHelp}`

/** Adds `tallystick login`. */
export function addLogin(program: Command, context: Context): void {
  const { output, signal } = context
  withSession(program.command('login'))
    .description('log in to a service')
    .option('--url <url>', 'address of the service (default: TALLYSTICK_URL, or that of the existing login)')
    .option('--client-id <id>', 'log in as this API client, from the portal (API access)')
    .option('--secret-key-stdin', 'read the secret key from standard input instead of asking for it')
    .option('--no-browser', 'print the address of the page without opening it')
    .addHelpText('after', help)
    .action(async (flags: LoginFlags) => {
      const name = profileName(flags)
      const before = (await readProfiles())[name]
      const url = addressOf(flags.url ?? (process.env.TALLYSTICK_URL || before?.url))
      const { clientId, secretKey } =
        flags.clientId === undefined ? await connect(url, flags, context) : await readClient(flags.clientId, flags)
      const { email } = await new Tallystick({ baseUrl: url, clientId, secretKey }).client.get('/profile', { signal })
      const isInStore = await keepKey(name, secretKey)
      // The remembered choice for new stamps holds for this service and account.
      const isSame = before?.url === url && before.email === email
      const isPrivate = isSame ? before.isPrivate : undefined
      await writeProfile(name, {
        url,
        clientId,
        email,
        ...(!isInStore && { secretKey }),
        ...(isPrivate !== undefined && { isPrivate }),
      })
      if (flags.json) return output.json({ profile: name, url, clientId, email, keyIn: isInStore ? 'system' : 'file' })
      output.note(`Logged in to ${url} as ${email}.`)
      output.note(`The key is in ${isInStore ? "the system's store" : `${profilesFile}, which only you can read`}.`)
    })
}

/** @throws Error for people when it isn't the address of a service */
function addressOf(given: string | undefined): string {
  if (!given) throw new Error('--url is missing: give the address of the service')
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('--url must start with http:// or https://')
  return url.href.replace(/\/+$/, '')
}

function connect(url: string, { browser }: LoginFlags, { output, signal }: Context): Promise<ApiClient> {
  const onCode = (address: string, userCode: string) => {
    output.note(`Open this page, and connect if it shows the code ${userCode}:`)
    output.note(`  ${address}`)
  }
  const isBrowserOpened = browser && process.stderr.isTTY === true
  return loginByDevice({ url, name: hostname(), isBrowserOpened, signal, onCode })
}

async function readClient(clientId: string, { secretKeyStdin }: LoginFlags): Promise<ApiClient> {
  if (secretKeyStdin) return { clientId, secretKey: (await text(process.stdin)).trim() }
  if (!process.stdin.isTTY)
    throw new Error(
      'cannot ask for the secret key without a terminal: pass it on standard input, with --secret-key-stdin',
    )
  // Loaded only to ask: it takes as long as all the rest.
  const { isCancel, password } = await import('@clack/prompts')
  const secretKey = await password({ message: 'Secret key', output: process.stderr })
  if (isCancel(secretKey)) throw new Error('not logged in')
  return { clientId, secretKey: secretKey.trim() }
}
