import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Proxies } from '../../base/outgoing/proxies.js'
import { ConfigError } from '../../base/settings/config.js'
import type { GroundConfig } from '../../base/settings/ground.js'
import type { StorageConfig } from '../settings.js'
import type { BlobStore } from '../store.js'
import { DiskStore } from './disk.js'

type Place = Pick<GroundConfig & StorageConfig, 's3' | 'dataDir' | 'proxies'>

/**
 * Opens the configured store and probes it: writes an object, reads it and deletes it. Then removes what dead processes left.
 *
 * @throws {ConfigError} when the store can't be used; the message says what to do
 */
export async function openStore(place: Place): Promise<BlobStore> {
  let store: BlobStore | undefined
  try {
    store = place.s3 ? await bucketStore(place.s3, place.proxies) : await DiskStore.open(join(place.dataDir, 'files'))
    await probe(store)
    // Nothing by its age: the clock may be ahead, and the parts are of another process.
    await store.sweep(Number.POSITIVE_INFINITY)
    return store
  } catch (error) {
    throw await problem(place, store, error)
  }
}

/**
 * Probes a bucket and changes nothing else in it.
 *
 * @throws {ConfigError} when it can't be used; the message says what to do
 */
export async function probeBucket(
  s3: NonNullable<StorageConfig['s3']>,
  { dataDir, proxies }: Omit<Place, 's3'>,
): Promise<void> {
  const store = await bucketStore(s3, proxies)
  try {
    await probe(store)
    await store.close()
  } catch (error) {
    throw await problem({ s3, dataDir }, store, error)
  }
}

async function bucketStore(s3: NonNullable<StorageConfig['s3']>, proxies: Proxies | undefined): Promise<BlobStore> {
  // Slow to load and rarely used.
  const { S3Store } = await import('./s3.js')
  return new S3Store(s3, proxies)
}

/** Closes the store and says why it can't be used. */
async function problem({ s3, dataDir }: Place, store: BlobStore | undefined, error: unknown): Promise<ConfigError> {
  const reason = (await store?.readinessProblems().catch(() => []))?.[0] ?? `Files cannot be stored: ${reasonOf(error)}`
  await store?.close()
  const login = s3?.credentials
    ? 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The bucket must exist, and the key'
    : 'S3_ACCESS_KEY_ID (not set: a role of this machine or pod is used). The bucket must exist, and the role'
  const advice = s3
    ? `Check STORAGE_URL (bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon'}), ${login} needs permission to read, write, list and delete in it.`
    : `The user running the service needs write access to ${join(dataDir, 'files')}. Set DATA_DIR to use another folder.`
  return new ConfigError([`${reason}.`, advice])
}

/** Key prefix of the startup probe; never used for files. */
const probePrefix = 'probe/'

async function probe(store: BlobStore): Promise<void> {
  const key = `${probePrefix}${randomUUID()}`
  const bytes = Buffer.from('startup probe; safe to delete\n')
  await store.put(key, once(bytes))
  const found = await store.get(key).then(buffer)
  await store.delete([key])
  if (!found.equals(bytes)) throw new Error(`the probe was written with ${bytes.length} bytes, and read differently`)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Returns the cause's message, since that of an API error says too little for an operator. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
