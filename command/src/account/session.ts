import { type RetryOptions, Tallystick } from '@tallystick/sdk'
import type { Command } from 'commander'
import { readKey } from './key-store.js'
import { defaultProfile, type Profile, readProfiles } from './profiles.js'

/** Flags of all commands that speak to the service. */
export interface SessionFlags {
  profile?: string
  json?: boolean
}

/** Seconds, not half a minute: someone waits for the answer. */
const usualRetry = { attempts: 5 }

/** The service, as the account of a profile. */
export interface Session {
  tallystick: Tallystick
  /** Address of the service, without a slash at its end. */
  url: string
  /** Names service and API client, for what commands remember on this machine. */
  account: string
  /** Null with credentials from the environment. */
  profile: { name: string; fields: Profile } | null
}

/** Adds the flags of all commands that speak to the service. */
export function withSession(command: Command): Command {
  return command
    .option('--profile <name>', `the login to use (default: "${defaultProfile}", or TALLYSTICK_PROFILE)`)
    .option('--json', 'print JSON: one object, or one on each line')
}

/** Returns the name of the profile that the flags or the environment name. */
export function profileName({ profile }: SessionFlags): string {
  return profile ?? (process.env.TALLYSTICK_PROFILE || defaultProfile)
}

/**
 * Opens the service with the credentials of the environment or of a profile.
 * @param retry how often a request is tried.
 * @throws Error for people without a login, or when environment and login name different services
 */
export async function openSession(flags: SessionFlags, retry: RetryOptions = usualRetry): Promise<Session> {
  const fromEnvironment = flags.profile === undefined ? environmentSession(retry) : null
  if (fromEnvironment) return fromEnvironment
  const name = profileName(flags)
  const fields = (await readProfiles())[name]
  if (!fields) throw new Error(`not logged in${named(name)}. Run: tallystick login${option(name)}`)
  checkAddress(flags, name, fields.url)
  const key = fields.secretKey ?? (await readKey(name))
  if (key === null)
    throw new Error(
      `the key of this login cannot be read from the system's store. Run: tallystick login${option(name)}`,
    )
  const tallystick = new Tallystick({ baseUrl: fields.url, clientId: fields.clientId, secretKey: key, retry })
  return { tallystick, url: fields.url, account: `${fields.url} ${fields.clientId}`, profile: { name, fields } }
}

/** Returns a session with the API client that the environment names; null when it names none. */
function environmentSession(retry: RetryOptions): Session | null {
  const { TALLYSTICK_URL: url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey } = process.env
  if (!clientId && !secretKey) return null
  const missing = Object.entries({
    TALLYSTICK_CLIENT_ID: clientId,
    TALLYSTICK_SECRET_KEY: secretKey,
    TALLYSTICK_URL: url,
  })
  for (const [variable, value] of missing)
    if (!value)
      throw new Error(
        `${variable} is missing: an API client in the environment needs its ID, its secret key and the address of the service`,
      )
  const client = { baseUrl: `${url}`, clientId: `${clientId}`, secretKey: `${secretKey}` }
  return {
    tallystick: new Tallystick({ ...client, retry }),
    url: addressText(`${url}`),
    account: `${url} ${clientId}`,
    profile: null,
  }
}

/** The person may believe to use another service. @throws Error for people */
function checkAddress({ profile }: SessionFlags, name: string, url: string): void {
  const wanted = process.env.TALLYSTICK_URL
  if (!wanted || profile !== undefined || addressText(wanted) === addressText(url)) return
  throw new Error(
    `TALLYSTICK_URL is ${wanted}, but you are logged in to ${url}${named(name)}. Run: tallystick login --url ${wanted}, or choose the login with --profile ${name}`,
  )
}

/** An address as logins keep it. */
const addressText = (url: string) => (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, '')

const named = (name: string) => (name === defaultProfile ? '' : ` as ${name}`)
const option = (name: string) => (name === defaultProfile ? '' : ` --profile ${name}`)
