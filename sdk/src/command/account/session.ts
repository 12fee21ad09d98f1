import type { Command } from 'commander'
import { Tallystick } from '../../tallystick.js'
import { readKey } from './key-store.js'
import { defaultProfile, type Profile, readProfiles } from './profiles.js'

/** Flags of all commands that speak to the service. */
export interface SessionFlags {
  profile?: string
  json?: boolean
}

/** Seconds, not half a minute: someone waits for the answer. */
const retry = { attempts: 5 }

/** The service, as the account of a profile. */
export interface Session {
  tallystick: Tallystick
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

/** Opens the service with the credentials of the environment or of a profile. @throws Error for people without a login */
export async function openSession(flags: SessionFlags): Promise<Session> {
  const { TALLYSTICK_URL: url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey } = process.env
  if (clientId && secretKey && flags.profile === undefined) {
    if (!url) throw new Error('TALLYSTICK_URL is missing: set it to the address of the service')
    const tallystick = new Tallystick({ baseUrl: url, clientId, secretKey, retry })
    return { tallystick, account: `${url} ${clientId}`, profile: null }
  }
  const name = profileName(flags)
  const fields = (await readProfiles())[name]
  if (!fields) throw new Error(`not logged in${named(name)}. Run: tallystick login${option(name)}`)
  const key = fields.secretKey ?? (await readKey(name))
  if (key === null)
    throw new Error(
      `the key of this login cannot be read from the system's store. Run: tallystick login${option(name)}`,
    )
  const tallystick = new Tallystick({ baseUrl: fields.url, clientId: fields.clientId, secretKey: key, retry })
  return { tallystick, account: `${fields.url} ${fields.clientId}`, profile: { name, fields } }
}

const named = (name: string) => (name === defaultProfile ? '' : ` as ${name}`)
const option = (name: string) => (name === defaultProfile ? '' : ` --profile ${name}`)
