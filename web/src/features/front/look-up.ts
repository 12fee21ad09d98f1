import { createClient, ServiceError } from '@tallystick/sdk'
import { hashFile } from '../../hashing/hash-file.js'

const client = createClient({ baseUrl: location.origin })

/** A document and what the service has of it in public. `code`: of its stamp, null without one. */
export interface LookedUp {
  name: string
  /** SHA-256, hex; null if the file couldn't be read. */
  hash: string | null
  code: string | null
}

/**
 * Computes fingerprints here and looks them up, one after the other.
 *
 * @throws {ServiceError} when the service refuses, or another error when it can't be reached
 */
export async function lookUp(files: readonly File[], onDone: (count: number) => void): Promise<LookedUp[]> {
  const found: LookedUp[] = []
  for (const file of files) {
    const hash = await hashFile(file).catch(() => null)
    found.push({ name: file.name, hash, code: hash === null ? null : await codeOf(hash) })
    onDone(found.length)
  }
  return found
}

async function codeOf(hash: string): Promise<string | null> {
  try {
    const page = await client.get('/s', { params: { query: { hash } } })
    return page.type === 'file' ? page.uniqueId : page.code
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}
