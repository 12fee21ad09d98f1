import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Config, ConfigError } from '../base/config.js'
import { DiskStore } from './disk.js'
import type { BlobStore } from './store.js'

/**
 * Opens the configured store and tests it: writes a probe, reads its size, deletes it, and sweeps.
 *
 * @throws {ConfigError} when the store is unusable; the message says what to do
 */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<BlobStore> {
  let store: BlobStore | undefined
  try {
    if (s3) {
      // Heavy, and rarely used.
      const { S3Store } = await import('./s3.js')
      store = new S3Store(s3)
    } else {
      store = await DiskStore.open(join(dataDir, 'files'))
    }
    await probe(store)
    return store
  } catch (error) {
    const reason =
      (await store?.readinessProblems().catch(() => []))?.[0] ?? `Files cannot be stored: ${reasonOf(error)}`
    await store?.close()
    const advice = s3
      ? `Check STORAGE_URL (bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon'}), S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The bucket must exist, and the key needs permission to read, write, list and delete in it.`
      : `The user running the service needs write access to ${join(dataDir, 'files')}. Set DATA_DIR to use another folder.`
    throw new ConfigError([`${reason}.`, advice])
  }
}

/** Prefix of the probe's key; no file's key has it. */
const probePrefix = 'probe/'

async function probe(store: BlobStore): Promise<void> {
  const key = `${probePrefix}${randomUUID()}`
  const bytes = Buffer.from('startup probe; safe to delete\n')
  await store.put(key, once(bytes))
  const size = await store.size(key)
  await store.delete([key])
  if (size !== bytes.length) throw new Error(`the probe was written with ${bytes.length} bytes, but has ${size}`)
  await store.sweep()
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Returns the cause of an error: its message for clients says too little for an operator. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
