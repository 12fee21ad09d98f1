import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from './durable.js'
import { ConfigError } from './settings/config.js'

/** Secrets of the embedded mode, in DATA_DIR/secrets.json. This file and the database together give access to everything. */
export interface Secrets {
  /** 64 hex digits, from which all keys of the service are derived. */
  masterKey: string
  /** Earlier ones that still open something, newest first. */
  olderMasterKeys?: string[]
  /** 64 hex digits: the private key that signs on the embedded chain. */
  signerKey: string
  /** Of the embedded PostgreSQL's one user. */
  databasePassword: string
}

/** One master key of 32 bytes, or a ring of them: the first seals, and all of them open. */
export type MasterKey = Uint8Array | readonly Uint8Array[]

const nonceLength = 12
const tagLength = 16
const noContext = new Uint8Array(0)

/**
 * Derives a key for one purpose (HKDF-SHA256, RFC 5869; the purpose is the info).
 *
 * @param masterKey 32 bytes
 * @returns 32 bytes
 */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  if (masterKey.length !== 32) throw new Error('the master key must have 32 bytes')
  return new Uint8Array(hkdfSync('sha256', masterKey, 'tallystick', purpose, 32))
}

/**
 * Encrypts bytes with AES-256-GCM: nonce (12 bytes) ‖ ciphertext ‖ tag (16 bytes).
 *
 * @param key 32 bytes; a random nonce is safe up to 2^32 messages under one key (NIST SP 800-38D)
 * @param context bound to the ciphertext but not kept in it, e.g. the row's id; `decrypt` needs the same
 */
export function encrypt(key: Uint8Array, plaintext: Uint8Array, context: Uint8Array = noContext): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts the output of {@link encrypt}.
 *
 * @throws {Error} when key or context differ, or the bytes were changed
 */
export function decrypt(key: Uint8Array, encrypted: Uint8Array, context: Uint8Array = noContext): Buffer {
  if (encrypted.length < nonceLength + tagLength) throw new Error('encrypted value is too short')
  const end = encrypted.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(context).setAuthTag(encrypted.subarray(end))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceLength, end)), decipher.final()])
  } catch (cause) {
    throw new Error('cannot decrypt a stored secret. Was MASTER_KEY changed?', { cause })
  }
}

/** Returns the HMAC-SHA256 of a secret, to recognise it without storing it. */
export function hashSecret(key: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', key).update(secret).digest()
}

/**
 * Reads the secrets of the embedded mode.
 *
 * @returns null before the first start
 * @throws {ConfigError} when the file is damaged: new secrets would orphan the data
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const path = join(dataDir, 'secrets.json')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const found = parse(text)
  if (!found) throw new ConfigError([`${path} is damaged. Put back a copy of it: without it the data cannot be read.`])
  return found
}

/** Returns the secrets of the embedded mode; the first start creates them and makes them durable before use. */
export async function embeddedSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true })
  const found = await readSecrets(dataDir)
  if (found) {
    await chmod(join(dataDir, 'secrets.json'), 0o600)
    return found
  }
  const made: Secrets = {
    masterKey: randomBytes(32).toString('hex'),
    // One random 256-bit number in 2^128 is not a valid private key.
    signerKey: randomBytes(32).toString('hex'),
    databasePassword: randomBytes(24).toString('base64url'),
  }
  await keepSecrets(dataDir, made)
  return made
}

/** Writes the secrets durably, for their owner alone. */
export async function keepSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writeDurably(join(dataDir, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`, 0o600)
}

/**
 * Returns MASTER_KEY, or what DATA_DIR/secrets.json holds. Never creates one.
 *
 * @throws {ConfigError} when there is neither
 */
export async function masterKeyOf(config: { masterKey?: MasterKey; dataDir: string }): Promise<MasterKey> {
  if (config.masterKey) return config.masterKey
  const secrets = await readSecrets(config.dataDir)
  if (secrets) return masterKeyIn(secrets)
  throw new ConfigError([`${join(config.dataDir, 'secrets.json')} does not exist yet. Start the service first.`])
}

/** Returns the ring of master keys that secrets hold. */
export function masterKeyIn({ masterKey, olderMasterKeys = [] }: Secrets): MasterKey {
  return [masterKey, ...olderMasterKeys].map((key) => Buffer.from(key, 'hex'))
}

function parse(text: string): Secrets | null {
  let value: Partial<Record<keyof Secrets, unknown>> | null
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { masterKey, olderMasterKeys, signerKey, databasePassword } = value ?? {}
  if (!isKey(masterKey) || !isKey(signerKey)) return null
  if (typeof databasePassword !== 'string' || databasePassword === '') return null
  if (olderMasterKeys === undefined) return { masterKey, signerKey, databasePassword }
  if (!Array.isArray(olderMasterKeys) || !olderMasterKeys.every(isKey)) return null
  return { masterKey, olderMasterKeys, signerKey, databasePassword }
}

function isKey(hex: unknown): hex is string {
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex)
}
