import type { FastifyRequest } from 'fastify'
import { letGo } from '../../http/connections/body-time.js'
import { apiError, invalid, repeated } from '../../http/errors.js'
import { FormParser } from '../../http/input/multipart.js'
import { boundaryOf, FormError } from '../../http/input/multipart-header.js'
import type { HashPool } from '../../storage/hashing/pool.js'
import { Intake } from '../../storage/intake.js'
import { watchForStall } from './slow-client.js'

/** Text fields of a form, by name. */
export type Fields = ReadonlyMap<string, string>

/** A form with its file, received completely. */
export interface ReceivedForm<T> {
  fields: Fields
  /** The client's name for the file. Untrusted. */
  filename: string
  /** Bytes of the file. */
  size: number
  /** SHA-256 of the file. */
  digest: Buffer
  /** The result of {@link FormPlan.keep}. */
  kept: T
}

/** How to receive a form. */
export interface FormPlan<T> {
  threads: HashPool
  /** Names of the text fields; any other is refused. */
  fields: readonly string[]
  /** Bytes of the file. */
  sizeMax: number
  /** Called before the body is read, with its length, 0 if unknown. */
  admit?(length: number): Promise<void>
  /** Called with the bytes of the file as it arrives. An error ends the upload. */
  check?(size: number): void
  /**
   * Consumes the content while it arrives. `fields` are those before the file. An error ends the upload; if the content throws,
   * `keep` must throw too, and leave nothing behind.
   */
  keep(content: AsyncIterable<Uint8Array>, fields: Fields): Promise<T>
  /** Undoes `keep` when the form is refused after the file was complete. */
  undo(kept: T): Promise<void>
}

/** The only field that takes a file. */
const fileField = 'attachments'
const limits = { fieldBytesMax: 64 * 1024, partsMax: 32 }

/**
 * Receives a form with one file; fields may precede and follow it. The file streams to `plan.keep` while another thread hashes it,
 * and is never in memory as a whole.
 *
 * @throws {ApiError} 400, 408, 413, 415, and the errors of `plan.keep`; then nothing of the file was kept
 */
export async function receiveForm<T>(request: FastifyRequest, plan: FormPlan<T>): Promise<ReceivedForm<T>> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === null) throw apiError('form_expected')
  const bodyMax = plan.sizeMax + limits.fieldBytesMax * limits.partsMax
  const length = Number(request.headers['content-length'] ?? 0)
  try {
    if (length > bodyMax) throw apiError('file_too_large', { limit: plan.sizeMax })
    await plan.admit?.(length)
  } catch (error) {
    letGo(request.raw)
    throw error
  }
  return new FormReceiver(request, plan, boundary).receive()
}

class FormReceiver<T> {
  private readonly request: FastifyRequest
  private readonly plan: FormPlan<T>
  private readonly parser: FormParser
  private readonly fields = new Map<string, string>()
  private intake: Intake | null = null
  private filename = ''
  /** A file without a name begins with its first byte: browsers send one of no bytes when none was chosen. */
  private isNameless = false
  private keeping: Promise<T> | null = null
  private stop: (error: unknown) => void = () => undefined

  constructor(request: FastifyRequest, plan: FormPlan<T>, boundary: string) {
    this.request = request
    this.plan = plan
    const listener = {
      field: (name: string, value: string) => this.takeField(name, value),
      file: (name: string, filename: string) => this.beginFile(name, filename),
      content: (bytes: Buffer) => this.takeContent(bytes),
      fileEnd: () => this.endFile(),
    }
    this.parser = new FormParser(boundary, listener, limits)
  }

  async receive(): Promise<ReceivedForm<T>> {
    try {
      await this.readBody()
      const { intake, keeping, filename, fields } = this
      if (!intake || !keeping) throw invalid(fileField, 'this file is required')
      return { fields, filename, size: intake.size, digest: await intake.digest(), kept: await keeping }
    } catch (error) {
      letGo(this.request.raw)
      this.intake?.fail(error as Error)
      // Undo before the client gets its answer.
      const kept = await this.keeping?.then(
        (value) => ({ value }),
        () => null,
      )
      if (kept) await this.plan.undo(kept.value)
      throw error
    }
  }

  /** Reads the whole body, as fast as it is kept. @throws {ApiError}, and the errors of `plan.keep` as soon as they occur */
  private readBody(): Promise<void> {
    const { raw } = this.request
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        stall.stop()
        raw.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost)
        settle()
      }
      this.stop = (error) => end(() => reject(error instanceof FormError ? malformed(error) : error))
      const attempt = (work: () => void) => {
        try {
          work()
        } catch (error) {
          this.stop(error)
        }
      }
      const onData = (chunk: Buffer) => {
        stall.received(chunk.length)
        attempt(() => this.parser.push(chunk))
      }
      const onEnd = () =>
        attempt(() => {
          this.parser.end()
          end(resolve)
        })
      const onLost = () => this.stop(invalid('body', 'the connection was lost before the end'))
      const stall = watchForStall(raw, () => this.stop(apiError('request_timeout')))
      raw.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost)
    })
  }

  private takeField(name: string, value: string): void {
    if (name === fileField) throw invalid(name, 'expected a file, but the part has no filename')
    if (!this.plan.fields.includes(name)) throw invalid(name, 'unknown field')
    if (this.fields.has(name)) throw repeated(name)
    this.fields.set(name, value)
  }

  private beginFile(name: string, filename: string): void {
    if (name !== fileField) throw invalid(name, `expected no file here, only in ${fileField}`)
    this.isNameless = filename === ''
    if (!this.isNameless) this.openFile(filename)
  }

  private openFile(filename: string): void {
    if (this.intake) throw invalid(fileField, 'expected one file')
    const { raw } = this.request
    const intake = new Intake(this.plan.threads)
    intake.onDrain = () => raw.resume()
    this.intake = intake
    this.filename = filename
    this.keeping = this.plan.keep(intake, new Map(this.fields))
    this.keeping.catch((error: unknown) => {
      this.stop(error)
    })
  }

  private endFile(): void {
    if (!this.isNameless) this.intake?.end()
    this.isNameless = false
  }

  private takeContent(bytes: Buffer): void {
    if (this.isNameless) {
      this.isNameless = false
      this.openFile('')
    }
    const { intake } = this
    if (!intake) return
    if (intake.size + bytes.length > this.plan.sizeMax) throw apiError('file_too_large', { limit: this.plan.sizeMax })
    this.plan.check?.(intake.size + bytes.length)
    if (!intake.push(bytes)) this.request.raw.pause()
  }
}

function malformed(error: FormError) {
  return apiError('malformed_form', { problem: error.message })
}
