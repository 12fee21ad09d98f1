import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { replaceFile } from '../state.js'

/** A login: which service, as which API client. */
export interface Profile {
  url: string
  clientId: string
  /** Absent when the key is in the system's store. */
  secretKey?: string
  /** The account, for people. */
  email?: string
  /** Whether new stamps are private; asked for once. */
  isPrivate?: boolean
}

/** The profile that commands use unless another is named. */
export const defaultProfile = 'default'

/** The file that keeps the profiles. */
export const profilesFile = join(envPaths('tallystick', { suffix: '' }).config, 'profiles.json')

type Profiles = Readonly<Record<string, Profile>>

/** Reads all profiles, by name. @throws Error for people when the file is not one of profiles */
export async function readProfiles(): Promise<Profiles> {
  let text: string
  try {
    text = await readFile(profilesFile, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`cannot read ${profilesFile}: ${(error as Error).message}`, { cause: error })
  }
  try {
    return JSON.parse(text) as Profiles
  } catch (error) {
    throw new Error(`${profilesFile} is damaged: delete it and log in again`, { cause: error })
  }
}

/** Writes a profile, or removes it. */
export async function writeProfile(name: string, profile: Profile | null): Promise<void> {
  const { [name]: _, ...others } = await readProfiles()
  const profiles = profile === null ? others : { ...others, [name]: profile }
  // It may hold keys: no one else ever reads it, not even half-written.
  await replaceFile(profilesFile, `${JSON.stringify(profiles, null, 2)}\n`)
}
