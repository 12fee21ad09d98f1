import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type MultipartUpload,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { agentsOf } from '../../base/outgoing/agents.js'
import type { Proxies } from '../../base/outgoing/proxies.js'
import type { S3Encryption } from '../../base/settings/forms.js'
import { apiError } from '../../http/errors.js'
import type { StorageConfig } from '../settings.js'
import { assertKey, assertRange, type BlobInfo, BlobMissingError, type BlobStore, type EarlierBlob } from '../store.js'
import { gather } from './gather.js'

/** Part size. S3 allows 10,000 parts, so an object has at most 80 GiB. */
const partBytes = 8 << 20
/** Concurrent part uploads; an upload holds one more part in memory while filling it. */
const partsAtATime = 2
/** Minimum batch size. */
const batchBytes = 256 << 10
const deletesAtATime = 16
/** No upload takes as long as a day. */
const abandonedMsDefault = 24 * 3_600_000
const probeMs = 5000

/** Stores objects in an S3 bucket. Several processes can share it. */
export class S3Store implements BlobStore {
  private readonly client: S3Client
  private readonly bucket: string
  private readonly prefix: string
  private readonly encryption: S3Encryption | undefined

  /** @param proxies through which the service is reached */
  constructor(
    { bucket, prefix, endpoint, region, credentials, encryption }: NonNullable<StorageConfig['s3']>,
    proxies?: Proxies,
  ) {
    const agents = agentsOf(proxies, { maxSockets: 256 })
    this.bucket = bucket
    this.prefix = prefix
    this.encryption = encryption
    this.client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint }),
      // Without keys, the SDK asks its environment: a role of the machine, the pod or the container, or a profile.
      ...(credentials && { credentials }),
      // Services other than Amazon's support neither bucket host names nor the newer checksums. Integrity is still covered:
      // each request is signed with the SHA-256 of its body, or uses TLS.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5000,
        socketTimeout: 120_000,
        httpAgent: agents.http,
        httpsAgent: agents.https,
      },
    })
  }

  async put(
    key: string,
    source: AsyncIterable<Uint8Array>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<{ size: number }> {
    assertKey(key)
    try {
      return await this.upload(key, source, signal)
    } catch (error) {
      // The object may exist even though the answer was lost. Safe to delete: keys are never reused.
      await this.client.send(new DeleteObjectCommand(this.at(key))).catch(() => undefined)
      throw error
    }
  }

  async replace(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    assertKey(key)
    await this.upload(key, source)
  }

  get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    return this.read(key, range)
  }

  async *earlier(key: string): AsyncGenerator<EarlierBlob, void, undefined> {
    assertKey(key)
    let after: { KeyMarker?: string; VersionIdMarker?: string } | null = {}
    while (after) {
      const { Bucket, Key } = this.at(key)
      const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...after })
      // Not every service keeps versions, and not every key may list them.
      const page = await this.client.send(command).catch(orNoVersions)
      for (const { Key: name, VersionId: id, IsLatest } of page.Versions ?? []) {
        if (name === Key && id !== undefined && !IsLatest) yield { id, get: (range) => this.read(key, range, id) }
      }
      const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page
      const further = IsTruncated === true && NextKeyMarker === Key && NextVersionIdMarker !== undefined
      after = further ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : null
    }
  }

  async size(key: string): Promise<number | null> {
    assertKey(key)
    try {
      const { ContentLength = 0 } = await this.client.send(new HeadObjectCommand(this.at(key)))
      return ContentLength
    } catch (error) {
      if (isMissing(error)) return null
      throw storeError(error)
    }
  }

  /** Deletes one by one: services disagree on the checksum that the bulk request needs. */
  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertKey(key)
    const left = [...keys]
    const work = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop())
        await orStoreError(this.client.send(new DeleteObjectCommand(this.at(key))))
    }
    await Promise.all(Array.from({ length: Math.min(deletesAtATime, keys.length) }, work))
  }

  async *list(prefix = ''): AsyncGenerator<BlobInfo, void, undefined> {
    let token: string | undefined
    do {
      const page = await orStoreError(
        this.client.send(
          new ListObjectsV2Command({
            Bucket: this.bucket,
            Prefix: `${this.prefix}${prefix}`,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        ),
      )
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { key: Key.slice(this.prefix.length), size: Size, modifiedAt: LastModified }
      }
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  async sweep(abandonedMs = abandonedMsDefault): Promise<number> {
    const before = Date.now() - abandonedMs
    return await this.abortUploads(this.prefix, ({ Initiated }) => (Initiated?.getTime() ?? Date.now()) < before)
  }

  async readinessProblems(): Promise<string[]> {
    try {
      const abortSignal = AbortSignal.timeout(probeMs)
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), { abortSignal })
      return []
    } catch (error) {
      return [`Files cannot be stored in the bucket ${this.bucket}: ${reasonOf(error)}`]
    }
  }

  async close(): Promise<void> {
    this.client.destroy()
  }

  private async read(key: string, range?: { start: number; end: number }, versionId?: string): Promise<Readable> {
    assertKey(key)
    if (range) assertRange(range)
    const bytes = range && { Range: `bytes=${range.start}-${range.end}` }
    const version = versionId !== undefined && { VersionId: versionId }
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ ...this.at(key), ...bytes, ...version }))
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) throw new BlobMissingError(key, error)
      if (statusOf(error) === 416) {
        throw new RangeError(`byte ${range?.start} is beyond the end of ${key}`, { cause: error })
      }
      throw storeError(error)
    }
  }

  /** Uploads in one request, or in parts that become visible atomically at the end. */
  private async upload(
    key: string,
    source: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<{ size: number }> {
    let size = 0
    let sourceFailed: { error: unknown } | undefined
    const batches = gather(source, batchBytes, signal)
    async function* pieces() {
      try {
        for (;;) {
          // Only errors of the source count here, not those thrown into this generator when the upload fails.
          const { value: batch } = await batches.next().catch((error: unknown) => {
            sourceFailed = { error }
            throw error
          })
          if (!batch) return
          for (const piece of batch) {
            size += piece.length
            yield piece
          }
        }
      } finally {
        await batches.return()
      }
    }
    const body = Readable.from(pieces(), { objectMode: true, highWaterMark: 1 })
    const params = { ...this.at(key), ...this.encryption, Body: body }
    try {
      // Aborting the signal ends the source, which ends the upload. Upload's own abort wouldn't wait for its parts.
      await new Upload({ client: this.client, params, partSize: partBytes, queueSize: partsAtATime }).done()
      signal?.throwIfAborted()
      return { size }
    } catch (error) {
      await this.abortUploads(params.Key, ({ Key }) => Key === params.Key).catch(() => undefined)
      if (sourceFailed) throw sourceFailed.error
      if (signal?.aborted) throw signal.reason
      throw storeError(error)
    } finally {
      body.destroy()
    }
  }

  /** Aborts incomplete multipart uploads. Resolves with how many. */
  private async abortUploads(prefix: string, choose: (upload: MultipartUpload) => boolean): Promise<number> {
    let aborted = 0
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (after) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket: this.bucket,
        Prefix: prefix,
        ...after,
      })
      const { Uploads, IsTruncated, NextKeyMarker, NextUploadIdMarker } = await orStoreError(this.client.send(command))
      for (const upload of (Uploads ?? []).filter(choose)) {
        const { Key, UploadId } = upload
        await orStoreError(this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId })))
        aborted++
      }
      const further = IsTruncated === true && NextKeyMarker !== undefined && NextUploadIdMarker !== undefined
      after = further ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : null
    }
    return aborted
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${this.prefix}${key}` }
  }
}

/** Turns errors of the S3 service and its connection into API errors. */
async function orStoreError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storeError(error)
  }
}

function storeError(cause: unknown): Error {
  return apiError(statusOf(cause) === 507 ? 'storage_full' : 'unavailable', {}, { cause })
}

/** @throws {ApiError} when the service gave no answer, or is in trouble */
function orNoVersions(error: unknown): ListObjectVersionsCommandOutput {
  const status = statusOf(error)
  if (status === undefined || (status >= 500 && status !== 501)) throw storeError(error)
  return { $metadata: {} }
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404
}

/** Returns the status of the service's answer; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Describes an error for the operator. Answers to HEAD have no body, so only their status says anything. */
function reasonOf(error: unknown): string {
  const status = statusOf(error)
  if (status === 404) return 'the bucket does not exist'
  if (status === 403) return 'the keys are wrong or lack permission'
  return status === undefined
    ? (error as Error).message || String(error)
    : `the service answered ${status} ${(error as Error).name}`
}
