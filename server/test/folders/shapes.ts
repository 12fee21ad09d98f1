import { expect } from 'vitest'
import type { Answer, TestAccount, TestService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const type = expect.stringMatching(/^(public|private)$/)

/** Exactly the keys of docs/interface.md §2.2. */
export const folderShape = {
  _id: uuid,
  folderName: expect.any(String),
  userId: uuid,
  parentFolderId: uuid,
  folderLevel: expect.any(Number),
  isSign: false,
  isBin: expect.any(Boolean),
  defaultOptions: false,
  digitalTwinId: null,
  previousFolderId: null,
  folderType: type,
  deletedAt: null,
  createdAt: iso,
  updatedAt: iso,
}

/** docs/interface.md §2.3. */
export const itemShape = {
  _id: uuid,
  folderName: expect.any(String),
  parentFolderId: uuid,
  folderLevel: expect.any(Number),
  isBin: expect.any(Boolean),
  createdAt: iso,
  userData: { id: uuid, name: expect.any(String) },
}

/** docs/interface.md §2.4. */
export const detailsShape = {
  _id: uuid,
  folderName: expect.any(String),
  userId: uuid,
  parentFolderId: uuid,
  folderLevel: expect.any(Number),
  isBin: expect.any(Boolean),
  previousFolderId: expect.toSatisfy((value) => value === null || /^[0-9a-f-]{36}$/.test(value)),
  folderType: type,
  createdAt: iso,
  updatedAt: iso,
}

/** A folder, as far as tests look at it. */
export interface Folder {
  _id: string
  folderName: string
  userId: string
  /** In lists instead of `userId`. */
  userData?: { id: string; name: string }
  parentFolderId: string
  folderLevel: number
  isBin: boolean
  previousFolderId: string | null
  folderType: 'public' | 'private'
  createdAt: string
  updatedAt: string
}

let made = 0

/** Asks for a new folder; by default at the top level, public and with a unique name. */
export function askFolder(service: TestService, by: TestAccount, more: Record<string, unknown> = {}): Promise<Answer> {
  const body = { folderName: `Folder ${made++}`, folderType: 'public', organizationId: by.userId, ...more }
  return service.call('POST', '/api/folders', body, by.auth)
}

/** Creates a folder. */
export async function newFolder(
  service: TestService,
  by: TestAccount,
  more: Record<string, unknown> = {},
): Promise<Folder> {
  return dataOf(await askFolder(service, by, more))
}

/** Asks for a folder's details. */
export function askDetails(service: TestService, by: TestAccount, folder: { _id: string; parentFolderId: string }) {
  return service.call('GET', `/api/folders/${folder.parentFolderId}/folder/${folder._id}`, undefined, by.auth)
}

/** Expects success without data. */
export function expectDone(answer: Answer, message: string): void {
  expect(answer.body, answer.text).toStrictEqual({ status: 200, message })
  expect(answer.status).toBe(200)
}
