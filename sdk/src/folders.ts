import type { Client, Payload } from './client.js'
import type { operations } from './generated/openapi.js'
import { List, type ListQuery, pageOf } from './list.js'
import type { RequestOptions } from './request-options.js'

type Body<Operation extends { requestBody: { content: { 'application/json': unknown } } }> = Omit<
  Operation['requestBody']['content']['application/json'],
  'organizationId'
>

/** A new or restored folder. */
export type Folder = Payload<'post', '/api/folders'>
/** A folder in a list. */
export type FolderItem = Payload<'get', '/api/folders'>['data'][number]
/** A folder inside another one. */
export type Subfolder = Payload<'get', '/api/folders/{folderId}/folders'>['data'][number]
/** A folder with the folders above it and the number of what is in it. */
export type FolderDetails = Payload<'get', '/api/folders/{folderId}'>
/** The fields of a new folder. */
export type NewFolder = Body<operations['createFolder']>
/** Changes to a folder; `parentFolderId` moves it. */
export type FolderChanges = Body<operations['updateFolder']>

/** The folders of the account, and the public ones of others. */
export class Folders {
  private readonly client: Client
  private readonly accountId: () => Promise<string>

  constructor(client: Client, accountId: () => Promise<string>) {
    this.client = client
    this.accountId = accountId
  }

  /**
   * Creates a folder, at the top level unless `parentFolderId` names another.
   *
   * @throws {ServiceError} 409 `folder_exists`
   */
  async create(folder: NewFolder, { signal }: RequestOptions = {}): Promise<Folder> {
    const body = { ...folder, organizationId: await this.accountId() }
    return this.client.post('/api/folders', { body, signal: signal ?? null })
  }

  /** Lists your folders and the public ones of others, wherever they are. */
  list(query: ListQuery<operations['listFolders']> = {}, { signal }: RequestOptions = {}): List<FolderItem> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...query, ...start } }
      const answer = await this.client.answer('get', '/api/folders', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Lists the folders directly in a folder; `root` is your top level. */
  inside(
    folderId: string,
    query: ListQuery<operations['listSubfolders']> = {},
    { signal }: RequestOptions = {},
  ): List<Subfolder> {
    return new List(async (start) => {
      const params = { path: { folderId }, query: { limit: 100, ...query, ...start } }
      const path = '/api/folders/{folderId}/folders'
      const answer = await this.client.answer('get', path, { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Reads a folder; `root` is your top level. @throws {ServiceError} 404 `folder_not_found` */
  get(folderId: string, { signal }: RequestOptions = {}): Promise<FolderDetails> {
    return this.client.get('/api/folders/{folderId}', { params: { path: { folderId } }, signal: signal ?? null })
  }

  /** Renames or moves a folder, or changes who sees it. */
  async update(folderId: string, body: FolderChanges, { signal }: RequestOptions = {}): Promise<void> {
    const params = { path: { folderId } }
    await this.client.patch('/api/folders/{folderId}', { params, body, signal: signal ?? null })
  }

  /** Moves a folder to the bin, with everything in it. */
  async delete(folderId: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.client.delete('/api/folders/{folderId}', { params: { path: { folderId } }, signal: signal ?? null })
  }

  /** Takes a folder out of the bin. */
  restore(folderId: string, { signal }: RequestOptions = {}): Promise<Folder> {
    const params = { path: { folderId } }
    return this.client.post('/api/folders/{folderId}/restore', { params, signal: signal ?? null })
  }

  /** Erases a folder permanently, with everything in it. @returns the path of the certificate of deletion */
  async purge(folderId: string, { signal }: RequestOptions = {}): Promise<string | null> {
    const params = { path: { folderId }, query: { permanent: true } }
    const { headers } = await this.client.answer('delete', '/api/folders/{folderId}', {
      params,
      signal: signal ?? null,
    })
    return headers.get('deletion-certificate')
  }
}
