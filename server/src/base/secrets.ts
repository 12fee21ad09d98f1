import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.js'
import { writeDurably } from './durable.js'

/** What the embedded mode keeps to itself, in DATA_DIR/secrets.json. Whoever has this file and the database has everything. */
export interface Secrets {
  /** 64 hex digits, from which all keys of the service are derived. */
  masterKey: string
  /** 64 hex digits: the private key that signs on the embedded chain. */
  signerKey: string
  /** Of the embedded PostgreSQL's one user. */
  databasePassword: string
}

const nonceLength = 12
const tagLength = 16
const noContext = new Uint8Array(0)

/**
 * A key of its own for one purpose (HKDF-SHA256, RFC 5869; the purpose is the info).
 *
 * @param masterKey 32 bytes
 * @returns 32 bytes
 */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  if (masterKey.length !== 32) throw new Error('the master key must have 32 bytes')
  return new Uint8Array(hkdfSync('sha256', masterKey, 'tallystick', purpose, 32))
}

/**
 * Seals bytes with AES-256-GCM: nonce (12 bytes) ‖ ciphertext ‖ tag (16 bytes).
 *
 * @param key 32 bytes; a random nonce is safe up to 2^32 messages under one key (NIST SP 800-38D)
 * @param context bound to the ciphertext but not kept in it, e.g. the row's id; `open` needs the same
 */
export function seal(key: Uint8Array, plaintext: Uint8Array, context: Uint8Array = noContext): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/**
 * Opens what {@link seal} sealed.
 *
 * @throws Error when key or context differ, or the bytes were changed
 */
export function open(key: Uint8Array, sealed: Uint8Array, context: Uint8Array = noContext): Buffer {
  if (sealed.length < nonceLength + tagLength) throw new Error('sealed value is too short')
  const end = sealed.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(context).setAuthTag(sealed.subarray(end))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()])
  } catch (cause) {
    throw new Error('sealed value does not open: was MASTER_KEY changed?', { cause })
  }
}

/** HMAC-SHA256 of a secret, by which it is recognised without being kept. */
export function hashSecret(key: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', key).update(secret).digest()
}

/**
 * The secrets of the embedded mode.
 *
 * @returns null when there are none yet
 * @throws ConfigError when the file is there but not whole: guessing new secrets would orphan the data
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

/** The secrets of the embedded mode, made at the first start and durable before they are used. */
export async function embeddedSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  const found = await readSecrets(dataDir)
  if (found) {
    await chmod(path, 0o600)
    return found
  }
  const made: Secrets = {
    masterKey: randomBytes(32).toString('hex'),
    // A random 256-bit number is no valid private key once in 2^128 cases.
    signerKey: randomBytes(32).toString('hex'),
    databasePassword: randomBytes(24).toString('base64url'),
  }
  await writeDurably(path, `${JSON.stringify(made, null, 2)}\n`, 0o600)
  return made
}

/**
 * The master key: MASTER_KEY where it is set, else the one in DATA_DIR/secrets.json. Never makes one.
 *
 * @throws ConfigError when there is neither
 */
export async function masterKeyOf(config: { masterKey?: Uint8Array; dataDir: string }): Promise<Uint8Array> {
  if (config.masterKey) return config.masterKey
  const secrets = await readSecrets(config.dataDir)
  if (secrets) return Buffer.from(secrets.masterKey, 'hex')
  throw new ConfigError([
    `There is no ${join(config.dataDir, 'secrets.json')} yet: start the service first (npm start).`,
  ])
}

function parse(text: string): Secrets | null {
  let value: Partial<Record<keyof Secrets, unknown>> | null
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { masterKey, signerKey, databasePassword } = value ?? {}
  if (!isKey(masterKey) || !isKey(signerKey)) return null
  if (typeof databasePassword !== 'string' || databasePassword === '') return null
  return { masterKey, signerKey, databasePassword }
}

function isKey(hex: unknown): hex is string {
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex)
}
