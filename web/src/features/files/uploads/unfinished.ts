import type { PreviousUpload } from 'tus-js-client'
import { currentSession, sessionToken } from '../../../session/session.js'
import type { Target } from './upload.js'

/** Where uploads start. */
export const tusEndpoint = '/api/files/upload'
/** The service deletes older parts. */
const expiryMs = 86_400_000

/** Loads the library of uploads, which a page is shown without. */
export const tus = () => import('tus-js-client')

/** Returns the key by which an upload is resumed after a reload: account, target and file. */
export async function resumeKeyOf(file: File, target: Target): Promise<string> {
  const { name, size, lastModified } = file
  return JSON.stringify([await accountId(), target.folderId, target.fileId ?? null, name, size, lastModified])
}

/** An upload started in this browser, neither finished nor cancelled. */
export interface Unfinished {
  key: string
  url: string
  name: string
  size: number
  lastModified: number
  target: Target
}

/** Returns the current account's uploads that stopped when the page was closed. */
export async function unfinishedUploads(): Promise<Unfinished[]> {
  const { defaultOptions } = await tus()
  const [found, account] = await Promise.all([defaultOptions.urlStorage.findAllUploads(), accountId()])
  return found.flatMap((upload) => parse(upload, account) ?? [])
}

async function accountId(): Promise<string> {
  const session = await currentSession()
  return session.status === 'in' ? session.account._id : ''
}

function parse({ urlStorageKey, creationTime, uploadUrl: url }: PreviousUpload, owner: string): Unfinished | null {
  // `tus::{fingerprint}::{number}`
  const text = /^tus::(.*)::\d+$/.exec(urlStorageKey)?.[1]
  if (typeof url !== 'string' || text === undefined) return null
  try {
    const [account, folderId, fileId, name, size, lastModified] = JSON.parse(text) as [
      string,
      string,
      string | null,
      string,
      number,
      number,
    ]
    if (account !== owner || Date.parse(creationTime) < Date.now() - expiryMs) return null
    const target = fileId === null ? { folderId } : { folderId, fileId }
    return { key: urlStorageKey, url, name, size, lastModified, target }
  } catch {
    return null
  }
}

/** Deletes an upload, here and from the service. */
export async function forgetUnfinished({ key, url }: Unfinished): Promise<void> {
  const { defaultOptions, Upload } = await tus()
  await defaultOptions.urlStorage.removeUpload(key)
  const authorization = `Bearer ${await sessionToken()}`
  // Already deleted, or about to expire.
  await Upload.terminate(url, { headers: { authorization } }).catch(() => undefined)
}
