import { ServiceError } from '@tallystick/sdk'
import type { DetailedError, UploadOptions } from 'tus-js-client'
import { hashFile } from '../../../hashing/hash-file.js'
import { sessionToken } from '../../../session/session.js'
import { readFiles } from '../model/queries.js'
import { resumeKeyOf, tus, tusEndpoint } from './unfinished.js'
import type { Target, UploadView } from './upload.js'

/** A running upload. */
export interface RunningUpload {
  /** Stops it and deletes the received part from the service. */
  cancel(): void
  /** Stops it here; the received part stays, to resume from. */
  pause(): void
  /** Retries now instead of waiting for the next attempt. */
  retryNow(): void
}

/** Retries a broken connection for about ten minutes, then fails. */
const retryDelays = [500, 1000, 2000, 4000, 8000, ...Array<number>(40).fill(15_000)]
const updateMs = 200
/** Longest wait that the service may ask for; what takes longer is a refusal. */
const waitSecondsMax = 60

/** Uploads a file by tus. Received parts survive broken connections and a closed page. */
export function runUpload(file: File, target: Target, update: (patch: Partial<UploadView>) => void): RunningUpload {
  const speed = new Speed()
  const abort = new AbortController()
  let refused: string | undefined
  let updatedMs = 0
  const options: UploadOptions = {
    endpoint: tusEndpoint,
    retryDelays,
    removeFingerprintOnSuccess: true,
    fingerprint: () => resumeKeyOf(file, target),
    metadata: {
      filename: file.name,
      ...(target.fileId === undefined ? { fileName: file.name, folderId: target.folderId } : { fileId: target.fileId }),
    },
    async onBeforeRequest(request) {
      request.setHeader('authorization', `Bearer ${await sessionToken(refused)}`)
      refused = undefined
    },
    onAfterResponse(request, response) {
      if (response.getStatus() === 401) refused = request.getHeader('authorization')?.replace('Bearer ', '')
    },
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0
      const passes =
        status === 0 || status === 401 || status === 409 || status === 423 || status === 429 || status >= 500
      // A quota that is used up: no one waits that long.
      const isLong = Number(error.originalResponse?.getHeader('retry-after') ?? 0) > waitSecondsMax
      if (!passes || status === 507 || isLong) return false
      update({ state: 'cut', bytesPerSecond: null })
      return true
    },
    onProgress(sent) {
      speed.add(sent)
      const now = performance.now()
      if (now - updatedMs < updateMs && sent < file.size) return
      updatedMs = now
      update({ state: 'sending', sent, bytesPerSecond: speed.bytesPerSecond() })
    },
    onSuccess({ lastResponse }) {
      update({
        state: 'done',
        sent: file.size,
        bytesPerSecond: null,
        fileId: lastResponse.getHeader('file-id') ?? null,
      })
    },
    onError(error) {
      update({ state: 'failed', bytesPerSecond: null, error: serviceErrorOf(error as DetailedError) })
    },
  }
  // The first upload loads the library, not the page.
  const upload = tus().then(({ Upload }) => new Upload(file, options))
  // Its failure is reported by `start`, which may not have come to it yet.
  upload.catch(() => undefined)
  const start = async () => {
    if (target.fileId === undefined && (await isAlreadyStored(file, target.folderId, abort.signal))) {
      return update({ state: 'there', sent: file.size })
    }
    const sender = await upload
    if (abort.signal.aborted) return
    const [earlier] = await sender.findPreviousUploads()
    if (earlier) {
      sender.resumeFromPreviousUpload(earlier)
      update({ isResumed: true })
    }
    sender.start()
  }
  start().catch((error: unknown) => {
    if (!abort.signal.aborted) update({ state: 'failed', error })
  })
  return {
    cancel() {
      abort.abort()
      // The service deletes leftovers after a day.
      upload.then((sender) => sender.abort(true)).catch(() => undefined)
    },
    pause() {
      abort.abort()
      upload.then((sender) => sender.abort()).catch(() => undefined)
    },
    retryNow() {
      upload
        .then(async (sender) => {
          await sender.abort()
          sender.start()
        })
        .catch((error: unknown) => update({ state: 'failed', error }))
    },
  }
}

/** Whether the folder already has this very file. Hashes it only if a stored file has the same name and size. */
async function isAlreadyStored(file: File, folderId: string, signal: AbortSignal): Promise<boolean> {
  const { rows } = await readFiles(folderId, undefined, { search: file.name })
  const same = rows.filter((row) => row.fileName === file.name && row.file.fileSize === file.size)
  if (same.length === 0) return false
  const hash = await hashFile(file, { signal })
  return same.some((row) => row.attachmentHash === hash)
}

/** Converts a tus error into the service's error; a failed connection stays as it is. */
function serviceErrorOf(error: DetailedError): unknown {
  const response = error.originalResponse
  if (!response) return error
  let message = error.message
  try {
    message = (JSON.parse(response.getBody()) as { message: string }).message
  } catch {
    // Not JSON: a proxy answered.
  }
  return new ServiceError(message, {
    status: response.getStatus(),
    code: response.getHeader('error-code') ?? 'unknown',
    requestId: response.getHeader('request-id') ?? null,
    retryAfterS: null,
  })
}

const windowMs = 4000

/** Transfer speed over the last few seconds. */
class Speed {
  private readonly seen: { atMs: number; bytes: number }[] = []

  /** @param bytes total sent so far */
  add(bytes: number, atMs = performance.now()): void {
    const last = this.seen.at(-1)
    // Lost data is sent again.
    if (last && bytes < last.bytes) this.seen.length = 0
    this.seen.push({ atMs, bytes })
    while ((this.seen[1]?.atMs ?? Number.POSITIVE_INFINITY) < atMs - windowMs) this.seen.shift()
  }

  /** Null until it is known, and after a stall. */
  bytesPerSecond(atMs = performance.now()): number | null {
    const [first] = this.seen
    const last = this.seen.at(-1)
    if (!first || !last || last.atMs < atMs - windowMs || last.atMs - first.atMs < 200) return null
    return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs)
  }
}
