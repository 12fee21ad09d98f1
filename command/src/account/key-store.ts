import type { AsyncEntry } from '@napi-rs/keyring'

const service = 'tallystick'
/** A locked store may ask its user, who may be away. */
const waitMs = 30_000

/** Keeps a secret key in the store of the operating system. @returns false on a system without one */
export async function keepKey(profile: string, secretKey: string): Promise<boolean> {
  try {
    const entry = await entryOf(profile)
    await entry?.setPassword(secretKey, AbortSignal.timeout(waitMs))
    return entry !== null && (await entry.getPassword(AbortSignal.timeout(waitMs))) === secretKey
  } catch {
    return false
  }
}

/** Reads a secret key from the store; null when it is not there, or the store cannot be opened. */
export async function readKey(profile: string): Promise<string | null> {
  try {
    return (await (await entryOf(profile))?.getPassword(AbortSignal.timeout(waitMs))) ?? null
  } catch {
    return null
  }
}

/** Removes a secret key from the store. */
export async function forgetKey(profile: string): Promise<void> {
  try {
    await (await entryOf(profile))?.deletePassword(AbortSignal.timeout(waitMs))
  } catch {
    // Without the store it is gone already.
  }
}

/** Returns null where the library has no build for this system, or the person wants none: TALLYSTICK_KEY_STORE=file. */
async function entryOf(profile: string): Promise<AsyncEntry | null> {
  if (process.env.TALLYSTICK_KEY_STORE === 'file') return null
  const { AsyncEntry } = await import('@napi-rs/keyring')
  // The kernel's keyring, its other store, forgets at the next start.
  return new AsyncEntry(service, profile, { linux: { store: 'secret-service' } })
}
