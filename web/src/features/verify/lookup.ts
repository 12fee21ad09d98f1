import { createClient, ServiceError } from '@tallystick/sdk'

const client = createClient({ baseUrl: location.origin })

/** Offline, or the service is down. */
export class Unreachable extends Error {}

/** Public data of a stamp or a file. */
export type PublicPage = NonNullable<Awaited<ReturnType<typeof publicPage>>>

/**
 * Reads the public page of a code; null if it doesn't exist.
 *
 * @throws {ServiceError} when the service refuses
 * @throws {Unreachable} when it cannot be reached
 */
export async function publicPage(code: string) {
  const headers = { accept: 'application/json' }
  return orNull(client.get('/s/{code}', { params: { path: { code } }, headers }))
}

/**
 * Reads the proof of a public stamp or file, as JSON; null if it doesn't exist.
 *
 * @throws {ServiceError} when the service refuses
 * @throws {Unreachable} when it cannot be reached
 */
export async function publicProof(code: string): Promise<unknown> {
  return orNull(client.get('/s/{code}/proof', { params: { path: { code } } }))
}

/**
 * Returns the code of the public stamp or file with a hash; null if it doesn't exist.
 *
 * @throws {ServiceError} when the service refuses
 * @throws {Unreachable} when it cannot be reached
 */
export async function codeOfHash(hash: string): Promise<string | null> {
  const page = await orNull(client.get('/s', { params: { query: { hash } } }))
  if (page === null) return null
  return page.type === 'file' ? page.uniqueId : page.code
}

/**
 * Returns a block as the service's own node knows it; null when the node does not have it.
 *
 * @throws {ServiceError} when the service refuses
 * @throws {Unreachable} when it cannot be reached
 */
export async function blockHere(number: number) {
  return orNull(client.get('/network/blocks/{number}', { params: { path: { number: String(number) } } }))
}

async function orNull<Data>(asked: Promise<Data>): Promise<Data | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ServiceError)) throw new Unreachable('the service cannot be reached', { cause: error })
    if (error.status === 404) return null
    throw error
  }
}
