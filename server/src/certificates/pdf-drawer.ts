import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { apiError } from '../http/errors.js'
import type { Certificate } from './certificate.js'
import type { DrawAnswer, DrawOrder } from './pdf-thread.js'

interface Waiting {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Drawing takes a tenth of a second: whoever has to wait for more than so many others is told to come back. */
const waitingMax = 50

// The compiled one, also when this module is run from its source.
const program = fileURLToPath(new URL('../../dist/certificates/pdf-thread.js', import.meta.url))

/** Draws certificates in a thread of its own, so that nobody's stamp waits for them. It starts when it is first needed. */
export class PdfDrawer {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0

  /** @throws ApiError 503 when too many are waiting */
  draw(certificate: Certificate): Promise<Buffer> {
    if (this.waiting.size >= waitingMax) throw apiError('unavailable')
    const order: DrawOrder = { id: ++this.lastId, certificate }
    return new Promise((resolve, reject) => {
      this.waiting.set(order.id, { resolve, reject })
      this.worker ??= this.start()
      this.worker.postMessage(order)
    })
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(program)
    // It does nothing by itself, and must not keep the process alive.
    worker.unref()
    worker.on('message', ({ id, pdf, problem }: DrawAnswer) => {
      const waiting = this.waiting.get(id)
      this.waiting.delete(id)
      if (pdf) waiting?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length))
      else waiting?.reject(new Error(problem))
    })
    worker.on('error', (error) => this.end(error as Error))
    worker.on('exit', () => this.end(new Error('the drawing thread ended')))
    return worker
  }

  /** The next certificate starts another thread. */
  private end(error: Error): void {
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}
