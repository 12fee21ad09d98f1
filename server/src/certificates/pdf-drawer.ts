import { Worker } from 'node:worker_threads'
import type { Certificate } from '@tallystick/proof/certificate'
import { ownFile } from '../base/own-files.js'
import { FairSlots } from '../http/limits/fair-slots.js'
import type { PdfSigner } from './pdf-signature.js'
import type { DrawReply, DrawRequest } from './pdf-thread.js'

interface Pending {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Drawing takes a tenth of a second. The thread has the next certificate at hand; the others wait where accounts take turns. */
const drawing = { allMax: 2, ownerMax: 2, waiting: { ownerMax: 25, allMax: 100 } }

// The compiled file, even when this module runs from source.
const program = ownFile('dist/pdf-thread.js')

/** Draws certificates in a separate thread, so that stamps don't wait for them. The thread starts when first needed. */
export class PdfDrawer {
  private worker: Worker | null = null
  private readonly slots = new FairSlots(drawing)
  private readonly waiting = new Map<number, Pending>()
  private lastId = 0
  private readonly signer: PdfSigner | null

  /** @param signer signs each PDF; null leaves them unsigned */
  constructor(signer: PdfSigner | null) {
    this.signer = signer
  }

  /**
   * Draws a certificate, and signs it.
   *
   * @param owner owners take turns
   * @throws {ApiError} 429 when too many are waiting
   */
  draw(owner: string, certificate: Certificate): Promise<Buffer> {
    return this.slots.hold(owner, async () => {
      const pdf = await this.drawn({ id: ++this.lastId, certificate, options: { isSigned: this.signer !== null } })
      return this.signer === null ? pdf : this.signer.signed(pdf)
    })
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
