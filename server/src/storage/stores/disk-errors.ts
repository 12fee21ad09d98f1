import { apiError } from '../../http/errors.js'

/** Resolves with null when the file doesn't exist. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Turns file system errors into API errors, after attempting `undo`. */
export async function orStoreError<T>(work: Promise<T>, undo?: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo?.().catch(() => undefined)
    throw storeError(error)
  }
}

/** Returns a file system error as an API error. */
export function storeError(cause: unknown): Error {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  return apiError(isFull ? 'storage_full' : 'unavailable', {}, { cause })
}
