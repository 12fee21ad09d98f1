import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import { List, type ListQuery, pageOf } from '../list.js'
import { type ProofFormat, type ProofIn, type ProofOptions, proofOfFile } from '../proofs.js'
import type { RequestOptions } from '../request-options.js'
import type { RetryOptions } from '../sending/retry.js'
import type { UploadSource } from './content.js'
import { type DownloadOptions, download } from './download.js'
import { endUpload } from './resumable.js'
import { type UploadOptions, type UploadTarget, upload } from './upload.js'
import type { UploadedFile } from './uploaded.js'

/** A file in a list. */
export type FileItem = Payload<'get', '/api/folders/{folderId}/files'>['data'][number]
/** A file with the state of its entry and the folders above it. */
export type FileDetails = Payload<'get', '/api/files/{fileId}'>
/** A version of a file. */
export type FileVersion = Payload<'get', '/api/files/{fileId}/versions'>['data'][number]
/** Changes to a file; `folderId` moves it. */
export type FileChanges = Omit<operations['updateFile']['requestBody']['content']['application/json'], 'organizationId'>

/** Which folders and files are exported, and with which proofs. */
export type FileExportOptions = operations['exportFiles']['requestBody']['content']['application/json']
/** An export that can be downloaded. */
export type FileExport = Payload<'post', '/api/exports'>

/** The files of the account. */
export class Files {
  private readonly client: Client
  private readonly accountId: () => Promise<string>
  private readonly retry: RetryOptions

  constructor(client: Client, accountId: () => Promise<string>, retry: RetryOptions) {
    this.client = client
    this.accountId = accountId
    this.retry = retry
  }

  /**
   * Uploads a file into a folder, or the next version of a file. Large content is sent in parts: after a broken connection the upload
   * resumes, and with `uploadId` also in another process.
   *
   * @returns once the content is durable and its entry is recorded
   * @throws {ServiceError} 404, 409, 413, 429 or 507 when the file is refused, before its content is sent
   * @example
   * await tallystick.files.upload('plans.zip', { folderId, onProgress: ({ sentBytes }) => console.log(sentBytes) })
   */
  upload(source: UploadSource, options: UploadTarget & UploadOptions): Promise<UploadedFile> {
    return upload(this.client, this.accountId, this.retry, source, options)
  }

  /** Deletes an unfinished upload; otherwise the service does a day after its last bytes. */
  endUpload(uploadId: string, { signal }: RequestOptions = {}): Promise<void> {
    return endUpload(this.client, uploadId, signal)
  }

  /**
   * Returns the content as it arrives. When the connection breaks, the rest is requested.
   *
   * @example
   * await writeFile('plans.zip', await tallystick.files.download(fileId))
   */
  download(fileId: string, options: DownloadOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return download(this.client, fileId, this.retry, options)
  }

  /**
   * Prepares the download of folders and files as one ZIP. Its `url`, a path of the service, works for ten minutes without a token. If the
   * answer breaks off, it is no whole archive.
   *
   * @throws {ServiceError} 404 `folder_not_found`, `file_not_found`; 422 `folder_too_large`
   * @example
   * const { url } = await tallystick.files.export({ folders: [folderId], proofs: ['pdf'] })
   */
  export(wanted: FileExportOptions, { signal }: RequestOptions = {}): Promise<FileExport> {
    return this.client.post('/api/exports', { body: wanted, signal: signal ?? null })
  }

  /** Lists the files of a folder. */
  list(
    folderId: string,
    query: ListQuery<operations['listFiles']> = {},
    { signal }: RequestOptions = {},
  ): List<FileItem> {
    return new List(async (start) => {
      const params = { path: { folderId }, query: { limit: 100, ...query, ...start } }
      const answer = await this.client.answer('get', '/api/folders/{folderId}/files', {
        params,
        signal: signal ?? null,
      })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Lists the files marked with `isFavourite`. */
  favourites({ signal }: RequestOptions = {}): List<FileItem> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...start } }
      const answer = await this.client.answer('get', '/api/favourites', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Lists the versions of a file. */
  versions(fileId: string, { signal }: RequestOptions = {}): List<FileVersion> {
    return new List(async (start) => {
      const params = { path: { fileId }, query: { limit: 100, ...start } }
      const answer = await this.client.answer('get', '/api/files/{fileId}/versions', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Reads a file's record. @throws {ServiceError} 404 `file_not_found` */
  get(fileId: string, { signal }: RequestOptions = {}): Promise<FileDetails> {
    return this.client.get('/api/files/{fileId}', { params: { path: { fileId } }, signal: signal ?? null })
  }

  /** Returns the proof of a file's content. @throws {ServiceError} 404 `file_not_found` */
  proof<Format extends ProofFormat = 'json'>(
    fileId: string,
    options: ProofOptions<Format> & { version?: string } = {},
  ): Promise<ProofIn<Format>> {
    return proofOfFile(this.client, fileId, options)
  }

  /** Renames, describes, marks or moves a file. */
  async update(fileId: string, body: FileChanges, { signal }: RequestOptions = {}): Promise<void> {
    await this.client.patch('/api/files/{fileId}', { params: { path: { fileId } }, body, signal: signal ?? null })
  }

  /** Moves a file to the bin. */
  async delete(fileId: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.client.delete('/api/files/{fileId}', { params: { path: { fileId } }, signal: signal ?? null })
  }

  /** Takes a file out of the bin. */
  async restore(fileId: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.client.post('/api/files/{fileId}/restore', { params: { path: { fileId } }, signal: signal ?? null })
  }

  /** Erases a file permanently. @returns the path of the certificate of deletion */
  async purge(fileId: string, { signal }: RequestOptions = {}): Promise<string | null> {
    const params = { path: { fileId }, query: { permanent: true } }
    const { headers } = await this.client.answer('delete', '/api/files/{fileId}', { params, signal: signal ?? null })
    return headers.get('deletion-certificate')
  }
}
