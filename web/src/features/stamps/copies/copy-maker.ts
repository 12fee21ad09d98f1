import { ServiceError } from '@tallystick/sdk'
import type { CopyErrorCode, CopyOptions, PdfPages } from '@tallystick/sdk/copy'
import { client } from '../../../session/client.js'
import { withRetries } from '../new/retries.js'
import { CopyRefusal } from './copy.js'

/** Contents of a mark, and its place. */
type MarkTerms = Omit<CopyOptions, 'seal' | 'timestamp'>

/** Returns the signature of a digest. */
type Seal = NonNullable<CopyOptions['seal']>

/** A copy to be made. */
export interface MakeRequest {
  file: File
  /** SHA-256 of the document, hex. */
  hash: string
  terms: MarkTerms
  /** Asks for a seal. */
  isSealed: boolean
  /** Asks for a timestamp. */
  isTimed: boolean
}

/** Messages to the worker. It works on one document at a time. */
export type ToWorker =
  | ({ kind: 'make' } & MakeRequest)
  | { kind: 'pages'; file: File }
  /** The seal of a digest, or the authority's answer to a query; null when the service is none. */
  | { kind: 'answer'; response: Uint8Array | null }

/** Messages of the worker: an end, or a digest to be sealed or a query for the authority before. */
export type ToPage =
  | { kind: 'digest'; digest: Uint8Array }
  | { kind: 'query'; query: Uint8Array<ArrayBuffer> }
  | { kind: 'made'; hash: string; crc: number; tail: Blob }
  | { kind: 'pages'; pages: PdfPages }
  | { kind: 'refused'; reason: CopyErrorCode | 'unreadable' }

/** Memory of documents that are done is garbage, which browsers let pile up. It goes with the worker. */
const bytesPerWorker = 32 * 1024 * 1024

/** Makes copies in a worker: no document leaves this browser. What reads and writes PDFs is loaded with the first. */
export class CopyMaker {
  /** False once the service said that it is no timestamping authority. */
  private static isTimed = true
  private worker: Worker | null = null
  private bytes = 0

  /**
   * Makes a copy. A timestamp by the service is part of it if the service offers any.
   *
   * @param seal has it sealed; null leaves it without a seal
   * @throws {CopyRefusal} when none can be made
   * @throws {ServiceError} when the service refuses to seal or to timestamp
   * @throws the reason of `signal`
   */
  async make(wanted: Omit<MakeRequest, 'isSealed' | 'isTimed'>, signal: AbortSignal, seal: Seal | null) {
    const asked = { kind: 'make', ...wanted, isSealed: seal !== null, isTimed: CopyMaker.isTimed } as const
    const made = await this.ask(asked, signal, seal)
    if (made.kind !== 'made') throw new Error('the worker answered something else')
    return made
  }

  /** Reads the pages of a document. @throws {CopyRefusal} when no copy of it can be made */
  async pagesOf(file: File, signal: AbortSignal): Promise<PdfPages> {
    const read = await this.ask({ kind: 'pages', file }, signal, null)
    if (read.kind !== 'pages') throw new Error('the worker answered something else')
    return read.pages
  }

  /** Ends the worker; the next document starts another. */
  stop(): void {
    this.worker?.terminate()
    this.worker = null
    this.bytes = 0
  }

  private ask(request: Exclude<ToWorker, { kind: 'answer' }>, signal: AbortSignal, seal: Seal | null): Promise<ToPage> {
    if (this.bytes > bytesPerWorker) this.stop()
    this.bytes += request.file.size
    this.worker ??= new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module' })
    const { worker } = this
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        worker.onmessage = null
        worker.onerror = null
        signal.removeEventListener('abort', abort)
        settle()
      }
      const fail = (error: unknown) => {
        this.stop()
        end(() => reject(error))
      }
      const abort = () => fail(signal.reason)
      const answer = (response: Uint8Array | null) =>
        worker.postMessage({ kind: 'answer', response } satisfies ToWorker)
      worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (data.kind === 'refused') end(() => reject(new CopyRefusal(data.reason)))
        else if (data.kind === 'query')
          timestamp(data.query, signal).then((response) => {
            CopyMaker.isTimed = response !== null
            answer(response)
          }, fail)
        else if (data.kind === 'digest') seal?.(data.digest).then(answer, fail)
        else end(() => resolve(data))
      }
      worker.onerror = () => fail(new Error('the copy could not be made'))
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort)
      worker.postMessage(request)
    })
  }
}

/** Asks the service for a timestamp, which gets a digest; null when it is no timestamping authority. */
async function timestamp(query: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array | null> {
  const headers = { 'content-type': 'application/timestamp-query' }
  const ask = async () => {
    const answer = await client.fetch('/tsa', { method: 'POST', headers, body: query, signal })
    return new Uint8Array(await answer.arrayBuffer())
  }
  try {
    return await withRetries(ask, signal)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'tsa_off') return null
    throw error
  }
}
