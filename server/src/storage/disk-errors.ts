import { apiError } from '../http/errors.js'

/** Null for what is not there. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Puts errors of the filesystem into words for the client; `undo` is tried before. */
export async function told<T>(work: Promise<T>, undo?: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo?.().catch(() => undefined)
    throw storeError(error)
  }
}

/** An error of the filesystem, in words for the client. */
export function storeError(cause: unknown): Error {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  return apiError(isFull ? 'storage_full' : 'unavailable', {}, { cause })
}
