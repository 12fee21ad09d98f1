import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { type Answer, answerOf, type Reachable, type TestAccount } from '../service.js'

export const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
export const txid = expect.stringMatching(/^0x[0-9a-f]{64}$/)
export const code = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/)

export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** One part of a form: a field or a file. */
export type Part = [name: string, value: string] | [name: string, content: Uint8Array, filename: string, type?: string]

/** Encodes a form as it goes over the wire. */
export function formBody(parts: readonly Part[], boundary = `b${randomBytes(8).toString('hex')}`) {
  const pieces = parts.map(([name, value, filename, type]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type ?? 'text/html'}`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')])
  })
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** Posts a form. */
export async function post(
  service: Reachable,
  path: string,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { body, type } = formBody(parts)
  const shown = Object.fromEntries(parts.map(([name, value]) => [name, Buffer.from(value as string).toString()]))
  return send(service, 'POST', path, { ...headers, 'content-type': type }, body, shown)
}

/**
 * Sends a body of bytes and reads a JSON answer.
 *
 * @param shown the body as the API description shows it
 */
export async function send(
  service: Reachable,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array | null,
  shown?: unknown,
): Promise<Answer> {
  const response = await fetch(new URL(path, service.url), { method, headers, body })
  return answerOf(response, { method, path, headers, body: shown })
}

/** Creates a folder in an account. */
export async function someFolder(
  service: Reachable,
  owner: TestAccount,
  folderType: 'public' | 'private' = 'public',
  parentFolderId?: string,
): Promise<string> {
  const folderName = `Folder ${randomBytes(6).toString('hex')}`
  const body = { folderName, folderType, organizationId: owner.userId, ...(parentFolderId && { parentFolderId }) }
  const made = await service.call('POST', '/api/folders', body, owner.auth)
  expect(made.status, made.text).toBe(200)
  return made.body.data._id
}

/** Returns the parts of an ordinary upload. */
export function fileParts(owner: TestAccount, folderId: string, content: Uint8Array, name = 'report.bin'): Part[] {
  return [
    ['fileName', name],
    ['folderId', folderId],
    ['organizationId', owner.userId],
    ['attachments', content, name],
  ]
}

/** The data of the answer when a file is created. */
export interface Created {
  fileId: string
  transactionId: string
  uniqueId: string
  thumbUrl: string
}

/** Uploads a file; fails unless it is accepted. */
export async function upload(
  service: Reachable,
  owner: TestAccount,
  folderId: string,
  content: Uint8Array,
  name?: string,
): Promise<Created> {
  const answer = await post(service, '/api/files', fileParts(owner, folderId, content, name), owner.auth)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

/** Downloads the bytes at a path. */
export async function download(
  service: Reachable,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(new URL(path, service.url), { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
