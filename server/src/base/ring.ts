import { decrypt, deriveKey, encrypt, type MasterKey } from './secrets.js'

/** A key derived from one master key for one purpose. */
interface SealKey {
  /** Names the master key without revealing it ({@link keyIdOf}). */
  id: string
  /** 32 bytes. */
  key: Uint8Array
}

/** The keys of a ring for one purpose, in the ring's order: the first seals. Never empty. */
export type SealKeys = readonly [SealKey, ...SealKey[]]

/** Bytes of a key's ID in front of what it sealed. */
export const keyIdLength = 8

/** Returns the keys of a ring, the newest first. */
export function ringOf(masterKey: MasterKey): readonly [Uint8Array, ...Uint8Array[]] {
  const [newest, ...older] = masterKey instanceof Uint8Array ? [masterKey] : masterKey
  if (!newest) throw new Error('the ring of master keys is empty')
  return [newest, ...older]
}

/** Returns the ID of a master key: 16 hex digits that say nothing about it, to print and to compare. */
export function keyIdOf(masterKey: Uint8Array): string {
  return Buffer.from(deriveKey(masterKey, 'key-id').subarray(0, keyIdLength)).toString('hex')
}

/** Derives what each master key of a ring gives for one purpose, in the ring's order. */
export function derivedKeys(masterKey: MasterKey, purpose: string): readonly [Uint8Array, ...Uint8Array[]] {
  const [newest, ...older] = ringOf(masterKey)
  return [deriveKey(newest, purpose), ...older.map((one) => deriveKey(one, purpose))]
}

/** Derives the keys that seal and open for one purpose. */
export function sealKeys(masterKey: MasterKey, purpose: string): SealKeys {
  const [newest, ...older] = ringOf(masterKey)
  const derived = (one: Uint8Array) => ({ id: keyIdOf(one), key: deriveKey(one, purpose) })
  return [derived(newest), ...older.map(derived)]
}

/**
 * Seals bytes with the newest key. While there are several, the key's ID comes first, so that a look at a value tells whether it is to be
 * re-sealed. A lone key names itself nowhere: processes of an older version open the value too, during a rolling update.
 *
 * @param context as of {@link encrypt}
 */
export function seal(keys: SealKeys, plaintext: Uint8Array, context?: Uint8Array): Buffer {
  const [{ id, key }] = keys
  const sealed = encrypt(key, plaintext, context)
  return keys.length === 1 ? sealed : Buffer.concat([Buffer.from(id, 'hex'), sealed])
}

/**
 * Opens what {@link seal} returned, with whichever key of the ring sealed it.
 *
 * @throws {Error} when none of them did, the context differs, or the bytes were changed
 */
export function unseal(keys: SealKeys, sealed: Uint8Array, context?: Uint8Array): Buffer {
  const named = keys.find(({ id }) => isNamed(id, sealed))
  if (named) {
    try {
      return decrypt(named.key, sealed.subarray(keyIdLength), context)
    } catch {
      // A value without an ID begins with random bytes, which may look like one.
    }
  }
  for (const { key } of keys) {
    try {
      return decrypt(key, sealed, context)
    } catch {}
  }
  throw new Error('cannot open a stored secret. Does MASTER_KEY lack the key that sealed it?')
}

function isNamed(id: string, sealed: Uint8Array): boolean {
  return Buffer.from(sealed.subarray(0, keyIdLength)).toString('hex') === id
}
