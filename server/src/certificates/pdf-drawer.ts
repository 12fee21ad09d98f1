import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Certificate } from '@tallystick/proof/certificate'
import { apiError } from '../http/errors.js'
import type { PdfSigner } from './pdf-signature.js'
import type { DrawReply, DrawRequest } from './pdf-thread.js'

interface Pending {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Drawing takes a tenth of a second; longer queues are refused. */
const waitingMax = 50

// The compiled file, even when this module runs from source.
const program = fileURLToPath(new URL('../../dist/certificates/pdf-thread.js', import.meta.url))

/** Draws certificates in a separate thread, so that stamps don't wait for them. The thread starts when first needed. */
export class PdfDrawer {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Pending>()
  private lastId = 0
  private readonly signer: PdfSigner | null

  /** @param signer signs each PDF; null leaves them unsigned */
  constructor(signer: PdfSigner | null) {
    this.signer = signer
  }

  /** Draws a certificate, and signs it. @throws {ApiError} 503 when too many are waiting */
  async draw(certificate: Certificate): Promise<Buffer> {
    if (this.waiting.size >= waitingMax) throw apiError('unavailable')
    const pdf = await this.drawn({ id: ++this.lastId, certificate, options: { isSigned: this.signer !== null } })
    return this.signer === null ? pdf : this.signer.signed(pdf)
  }

  private drawn(request: DrawRequest): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject })
      this.worker ??= this.start()
      this.worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(program)
    // Idle on its own, so it must not keep the process alive.
    worker.unref()
    worker.on('message', ({ id, pdf, problem }: DrawReply) => {
      const waiting = this.waiting.get(id)
      this.waiting.delete(id)
      if (pdf) waiting?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length))
      else waiting?.reject(new Error(problem))
    })
    worker.on('error', (error) => this.end(error as Error))
    worker.on('exit', () => this.end(new Error('the drawing thread exited')))
    return worker
  }

  /** Fails all pending certificates; the next one starts a new thread. */
  private end(error: Error): void {
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}
