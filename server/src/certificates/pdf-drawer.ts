import type { Certificate } from '@tallystick/proof/certificate'
import { Thread } from '../base/thread.js'
import { FairSlots } from '../http/limits/fair-slots.js'
import type { PdfSigner } from './pdf-signature.js'
import type { PdfMethods } from './pdf-thread.js'

/** Drawing takes a tenth of a second. The thread has the next certificate at hand; the others wait where accounts take turns. */
const drawing = { allMax: 2, ownerMax: 2, waiting: { ownerMax: 25, allMax: 100 } }

/** Draws certificates in a separate thread, so that stamps don't wait for them. */
export class PdfDrawer {
  private readonly thread = new Thread<PdfMethods>('pdf-thread')
  private readonly slots = new FairSlots(drawing)
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
      const drawn = await this.thread.calls().call('draw', certificate, { isSigned: this.signer !== null })
      const pdf = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.length)
      return this.signer === null ? pdf : this.signer.signed(pdf)
    })
  }

  async close(): Promise<void> {
    await this.thread.stop()
  }
}
